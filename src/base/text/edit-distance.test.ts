import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.js";

describe("editDistance", () => {
  it.each([
    ["search", "search", 0],
    ["serach", "search", 1],
    ["seach", "search", 1],
    ["searxh", "search", 1],
    ["kitten", "sitting", 3],
    ["", "abc", 3],
  ])("%s is as far from %s as it takes edits", (a, b, distance) => expect(editDistance(a, b)).toBe(distance));

  it("is exact up to the maximum and above it beyond", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, max) => {
        const exact = editDistance(a, b);
        expect(editDistance(b, a)).toBe(exact);
        if (exact <= max) expect(editDistance(a, b, max)).toBe(exact);
        else expect(editDistance(a, b, max)).toBeGreaterThan(max);
      }),
    );
  });
});
