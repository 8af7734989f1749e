import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, createLineSplitter, headAndTail } from "./run-output.js";

describe("cleanText", () => {
  it("removes colors, titles and control characters and keeps line ends and tabs", () => {
    expect(cleanText("\u001b[31mred\u001b[0m \u001b]0;title\u0007a\tb\r\nc\u0000\u0008")).toBe("red a\tb\nc");
  });

  it("never leaves an escape character", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !cleanText(text).includes("\u001b")));
  });

  it("is idempotent", () => {
    fc.assert(fc.property(fc.string(), (text) => cleanText(cleanText(text)) === cleanText(text)));
  });
});

describe("headAndTail", () => {
  it("returns a short text unchanged, however it was split", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }), (pieces) => {
        const excerpt = headAndTail(20);
        for (const piece of pieces) excerpt.add(piece);
        expect(excerpt.text()).toBe(pieces.join(""));
        expect(excerpt.isCut).toBe(false);
      }),
    );
  });

  it("keeps the beginning and the end of a long text and reports how much is missing", () => {
    const excerpt = headAndTail(3);
    for (const character of "abcdefghij") excerpt.add(character);
    expect(excerpt.isCut).toBe(true);
    expect(excerpt.text()).toBe("abc\n[… 4 characters omitted …]\nhij");
  });

  it("never stores more than a few times its size", () => {
    const excerpt = headAndTail(1000);
    for (let i = 0; i < 1000; i++) excerpt.add("x".repeat(5000));
    expect(excerpt.text().length).toBeLessThan(2100);
  });
});

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
