import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter } from "./line-splitter.js";

function linesOf(bytes: Uint8Array, cuts: readonly number[]): string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => lines.push(line));
  const offsets = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  for (const [i, from] of offsets.entries()) splitter.add(bytes.subarray(from, offsets[i + 1] ?? bytes.length));
  splitter.end();
  return lines;
}

describe("createLineSplitter", () => {
  it("returns the same lines wherever the bytes are split, also inside a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(), { maxLength: 5 }), (text, cuts) => {
        const bytes = Buffer.from(text, "utf8");
        expect(linesOf(bytes, cuts)).toEqual(linesOf(bytes, []));
      }),
    );
  });

  it("replaces invalid bytes instead of failing", () => {
    expect(linesOf(Uint8Array.from([0xff, 0x61, 0x0a, 0x62]), [])).toEqual(["\ufffda", "b"]);
  });

  it("passes on an overlong line in parts that are not events", () => {
    const seen: boolean[] = [];
    const splitter = createLineSplitter((_, isWhole) => seen.push(isWhole));
    for (let i = 0; i < 9; i++) splitter.add(Buffer.alloc(1024 * 1024, "x"));
    splitter.add(Buffer.from("\nnext\n"));
    splitter.end();
    expect(seen).toEqual([false, false, true]);
  });
});
