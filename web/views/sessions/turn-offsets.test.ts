import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimatedHeight, turnAt, turnOffsets } from "./turn-offsets.js";

describe("turnOffsets", () => {
  it("uses measured heights where they are known", () => {
    const offsets = turnOffsets(3, new Map([[1, 50]]));
    expect([...offsets]).toEqual([0, estimatedHeight, estimatedHeight + 50, 2 * estimatedHeight + 50]);
  });
});

describe("turnAt", () => {
  it("finds the turn that contains a position", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 60 }),
        fc.nat(60_000),
        (heights, top) => {
          const offsets = turnOffsets(heights.length, new Map(heights.entries()));
          const turn = turnAt(offsets, top);
          expect(offsets[turn]).toBeLessThanOrEqual(top);
          if (turn < heights.length - 1) expect(offsets[turn + 1]).toBeGreaterThan(top);
        },
      ),
    );
  });

  it("is 0 without turns", () => expect(turnAt(turnOffsets(0, new Map()), 100)).toBe(0));
});
