import { describe, expect, it } from "vitest";
import { addRange, formatRanges, gapsOf, parseRanges } from "./embedded-ranges.js";

describe("ranges of embedded documents", () => {
  it("are read as they were written, also by the version before, which knew only the last document", () => {
    expect(formatRanges(parseRanges("500,900-1000"))).toBe("500,900-1000");
    expect([parseRanges("500"), parseRanges(undefined)]).toEqual([[{ from: 0, to: 500 }], [{ from: 0, to: 0 }]]);
  });

  it("join where they touch", () => {
    const ranges = addRange(parseRanges("500,900-1000"), { from: 1001, to: 1010 });
    expect(formatRanges(ranges)).toBe("500,900-1010");
    expect(formatRanges(addRange(ranges, { from: 501, to: 899 }))).toBe("1010");
  });

  it("leave gaps, the newest first", () => {
    const max = Number.MAX_SAFE_INTEGER;
    expect(gapsOf(parseRanges("500,900-1000"))).toEqual([
      { from: 1001, to: max },
      { from: 501, to: 899 },
    ]);
  });
});
