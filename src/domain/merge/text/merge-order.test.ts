import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeOrder, mergeSets } from "./merge-order.js";

const list = fc.uniqueArray(fc.nat(9));

describe("mergeOrder", () => {
  it("has every element once", () => {
    fc.assert(
      fc.property(list, list, list, (base, ours, theirs) => {
        const all = [...new Set([...base, ...ours, ...theirs])];
        expect(mergeOrder(base, ours, theirs).sort()).toEqual(all.sort());
      }),
    );
  });

  it("follows the side that moved elements", () => {
    expect(mergeOrder("abc".split(""), "cab".split(""), "abc".split("")).join("")).toBe("cab");
    expect(mergeOrder("abc".split(""), "abc".split(""), "cab".split("")).join("")).toBe("cab");
  });

  it("puts additions of ours before additions of theirs at the same position", () => {
    expect(mergeOrder("ab".split(""), "axb".split(""), "ayzb".split("")).join("")).toBe("axyzb");
  });

  it("keeps the position of elements that follow a deleted one", () => {
    expect(mergeOrder("abc".split(""), "ac".split(""), "abxc".split("")).join("")).toBe("abxc");
  });
});

describe("mergeSets", () => {
  it("returns the side that changed", () => {
    fc.assert(
      fc.property(list, list, (base, side) => {
        expect(mergeSets(base, side, base)).toEqual(side);
        expect(mergeSets(base, base, side)).toEqual(side);
      }),
    );
  });

  it("drops what one side removed and keeps what either added", () => {
    expect(mergeSets(["a", "b"], ["a", "b", "c"], ["b", "d"])).toEqual(["b", "c", "d"]);
  });
});
