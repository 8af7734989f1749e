import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankControls, cellsOf, clipToCells, countFitting, onOneLine, wrapToCells } from "./text-cells.js";

describe("text in cells of a terminal", () => {
  it("counts two cells for wide characters and none for combining marks", () => {
    expect(["abc", "日本", "한글", "🙂", "👩‍💻", "e\u0301", "ｶﾅ", "ＡＢ", "❤️"].map(cellsOf)).toEqual([
      3, 4, 4, 2, 2, 1, 2, 4, 2,
    ]);
  });

  it("cuts before the first character that does not fit", () => {
    expect(clipToCells("日本語", 5)).toBe("日本…");
    expect(clipToCells("日本語", 6)).toBe("日本語");
    expect(clipToCells("plain text", 6)).toBe("plain…");
    expect(countFitting("a👩‍💻b", 2)).toBe(1);
  });

  it("breaks lines at spaces, or anywhere when there are none", () => {
    expect(wrapToCells("one two three\n\nabcdefghij", 8)).toEqual(["one two", "three", "", "abcdefgh", "ij"]);
    expect(wrapToCells("日本語", 4)).toEqual(["日本", "語"]);
  });

  it("never makes a line wider than asked, and loses nothing but the spaces it breaks at", () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", " ", "日", "🙂", "e\u0301", "\n", "👩‍💻") });
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 9 }), (text, cells) => {
        const lines = wrapToCells(text, cells);
        for (const line of lines) expect(cellsOf(line)).toBeLessThanOrEqual(cells);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replace(/[ \n]/g, ""));
        expect(cellsOf(clipToCells(onOneLine(text), cells))).toBeLessThanOrEqual(cells);
      }),
    );
  });

  it("replaces every control character and keeps all positions", () => {
    expect(blankControls("a\x1b[31mb\r\nc\u202ed\x9b")).toBe("a [31mb \nc d ");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (anyText) => {
        expect(onOneLine(anyText)).not.toMatch(/\p{Cc}/u);
        expect(onOneLine(anyText)).toHaveLength(anyText.length);
      }),
    );
  });
});
