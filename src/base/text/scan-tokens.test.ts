import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenScan } from "./scan-tokens.js";
import { tokensOf } from "./tokens.js";

type ScanResult = { matches: [string, number][]; count: number };

function scan(text: string, targets: readonly string[], prefixes: readonly string[] = []): ScanResult {
  const matches: [string, number][] = [];
  const count = createTokenScan(targets, prefixes)(text, (token, position) => matches.push([token, position]));
  return { matches: matches, count };
}

function filterTokens(text: string, targets: readonly string[], prefixes: readonly string[] = []): ScanResult {
  const tokens = tokensOf(text);
  const isTarget = (token: string) => targets.includes(token) || prefixes.some((prefix) => token.startsWith(prefix));
  const matches = tokens
    .map((token, position): [string, number] => [token, position])
    .filter(([token]) => isTarget(token));
  return { matches: matches, count: tokens.length };
}

const roots =
  "connect y by say eye hap control roll the should being a i Error openPool HTTP2 x_y über naïve 東京".split(" ");
const endings = [
  "",
  "'s",
  "n't",
  ..."s es ies ed ing ying eed y ly ational tional ization ation ator iveness fulness ousness aliti ability biliti".split(
    " ",
  ),
  ..."logy icate ative alize iciti ical ful ness al ance ence er able ant ement ment ion ism ate ous ive ize".split(
    " ",
  ),
];
const word = fc.tuple(fc.constantFrom(...roots), fc.constantFrom(...endings)).map((parts) => parts.join(""));
const gap = fc.constantFrom(" ", "\n", ".", "...", "/", "…", "’", "::", ", ", "—", "\u00a0", "");
const prose = fc.array(fc.tuple(word, gap)).map((parts) => parts.flat().join(""));
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });

describe("createTokenScan", () => {
  it("finds the same tokens at the same positions as filtering all of them", () => {
    fc.assert(
      fc.property(fc.oneof(prose, anyText, fc.string()), fc.array(fc.nat(200)), (text, picks) => {
        const tokens = tokensOf(text);
        const targets = ["connect", "sai", ...picks.flatMap((pick) => tokens[pick % Math.max(1, tokens.length)] ?? [])];
        expect(scan(text, targets, ["co", "東"])).toEqual(filterTokens(text, targets, ["co", "東"]));
      }),
      { numRuns: 500 },
    );
  });

  it("tells how many tokens there are before the end of each line", () => {
    fc.assert(
      fc.property(fc.oneof(prose, anyText, fc.string()), (text) => {
        const counts: number[] = [];
        createTokenScan([])(
          text,
          () => {},
          (count) => counts.push(count),
        );
        const lines = text.split("\n").slice(0, -1);
        let total = 0;
        expect(counts).toEqual(lines.map((line) => (total += tokensOf(line).length)));
      }),
    );
  });

  it("finds every stem by its first letters, whatever the ending of the word", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aeioybst"), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.tuple(letters, fc.constantFrom(...endings), fc.constantFrom(...endings)), (parts) => {
        const text = parts.join("");
        expect(scan(text, tokensOf(text))).toEqual(filterTokens(text, tokensOf(text)));
      }),
      { numRuns: 2000 },
    );
  });

  it("counts words that are not targets, and skips stop words", () => {
    expect(scan("The pool of connections should be small", ["pool"])).toEqual({ matches: [["pool", 0]], count: 3 });
  });

  it("ignores a word that is too long for a token", () => {
    const text = `${"a".repeat(70)} pool`;
    expect(scan(text, ["pool"])).toEqual(filterTokens(text, ["pool"]));
  });
});
