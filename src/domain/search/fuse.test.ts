import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuse } from "./fuse.js";

const words = {
  strength: 0.5,
  coverage: 0.5,
  nearness: 0,
  told: 1,
  matches: 1,
  matched: [],
  hasPhrase: false,
  isTitled: false,
};
const judged = (likeness: number | undefined, likenessTrust?: number) =>
  fuse({ document: { kind: "note" }, words, likeness, ...(likenessTrust === undefined ? {} : { likenessTrust }) }).sum;

describe("fuse", () => {
  it("takes a likeness that is not fully believed for something between it and what the words suggest", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (likeness, trust) => {
          const [told, suggested, fused] = [judged(likeness), judged(undefined), judged(likeness, trust)];
          expect(fused).toBeGreaterThanOrEqual(Math.min(told, suggested) - 1e-9);
          expect(fused).toBeLessThanOrEqual(Math.max(told, suggested) + 1e-9);
        },
      ),
    );
    expect(judged(0.9, 1)).toBe(judged(0.9));
    expect(judged(0.9, 0)).toBeCloseTo(judged(undefined));
  });
});
