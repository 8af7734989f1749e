import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../test/redaction/random.js";
import { draw, tokenCorpus } from "../../../test/redaction/token-corpus.js";
import { redact } from "./redact.js";
import { createStreamRedactor } from "./stream-redactor.js";

const planted = tokenCorpus(seededRandom(41), 1).map(({ text }) => text);

/** Lines of a transcript, most of them harmless, `size` characters or a little more. */
function transcript(seed: number, size: number): string {
  const random = seededRandom(seed);
  const lines: string[] = [];
  for (let length = 0; length < size; length += lines.at(-1)?.length ?? 0) {
    lines.push(
      random.below(12) === 0
        ? `${random.pick(planted)}\n`
        : `${random.text(20 + random.below(300), "etaoin shrdlu,.: ")}\n`,
    );
  }
  return lines.join("");
}

function throughStream(text: string, cuts: readonly number[]) {
  const stream = createStreamRedactor();
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const pieces = places.slice(1).map((end, i) => stream.push(text.slice(places[i], end)));
  return { text: pieces.join("") + stream.end(), findings: stream.findings };
}

describe("createStreamRedactor", () => {
  it("gives the result of the whole text, wherever the pieces end", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.nat(2_000_000), { maxLength: 30 }), (seed, cuts) => {
        const text = transcript(seed, 700_000);
        expect(throughStream(text, cuts)).toEqual(redact(text));
      }),
      { numRuns: 6 },
    );
  });

  it("catches a secret that is cut in two, in a short text and in one long line", () => {
    const token = `ghp_${draw("alnum*36", seededRandom(42))}`;
    expect(throughStream(`a ${token} b`, [9]).text).toBe("a [REDACTED] b");
    const line = `${"word ".repeat(80_000)}${token} ${"word ".repeat(80_000)}`;
    for (const cut of [400_010, 280_000, 300_000])
      expect(throughStream(line, [cut]).text).not.toContain(token.slice(0, 12));
  });

  it("does not hold back more than a block", () => {
    const stream = createStreamRedactor();
    let given = 0;
    for (let i = 0; i < 200; i++) given += stream.push(`${"x y z ".repeat(1000)}\n`).length;
    expect(200 * 6001 - given).toBeLessThan(400_000);
  });

  it("gives nothing for nothing", () => {
    expect(createStreamRedactor().end()).toBe("");
  });
});
