import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsOf, clipped, fitting, onOneLine, withoutControls, wrapped } from "./text-cells.js";

describe("text in cells of a terminal", () => {
  it("counts wide characters twice and marks not at all", () => {
    expect(["abc", "日本", "한글", "🙂", "👩‍💻", "e\u0301", "ｶﾅ", "ＡＢ", "❤️"].map(cellsOf)).toEqual([
      3, 4, 4, 2, 2, 1, 2, 4, 2,
    ]);
  });

  it("cuts before what would not fit whole", () => {
    expect(clipped("日本語", 5)).toBe("日本…");
    expect(clipped("日本語", 6)).toBe("日本語");
    expect(clipped("plain text", 6)).toBe("plain…");
    expect(fitting("a👩‍💻b", 2)).toBe(1);
  });

  it("breaks lines at spaces, or anywhere when there are none", () => {
    expect(wrapped("one two three\n\nabcdefghij", 8)).toEqual(["one two", "three", "", "abcdefgh", "ij"]);
    expect(wrapped("日本語", 4)).toEqual(["日本", "語"]);
  });

  it("never makes a line wider than asked, and loses nothing but the spaces it breaks at", () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "日", "🙂", "e\u0301", "\n", "👩‍💻") });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 9 }), (some, cells) => {
        const lines = wrapped(some, cells);
        for (const line of lines) expect(cellsOf(line)).toBeLessThanOrEqual(cells);
        expect(lines.join("").replaceAll(" ", "")).toBe(some.replace(/[ \n]/g, ""));
        expect(cellsOf(clipped(onOneLine(some), cells))).toBeLessThanOrEqual(cells);
      }),
    );
  });

  it("lets nothing through that a terminal obeys, and moves no character", () => {
    expect(withoutControls("a\x1b[31mb\r\nc\u202ed\x9b")).toBe("a [31mb \nc d ");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(onOneLine(text)).not.toMatch(/\p{Cc}/u);
        expect(onOneLine(text)).toHaveLength(text.length);
      }),
    );
  });
});
