import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuse, rerankByRelatedTerms } from "./fuse.js";

const words = {
  bm25: 0.5,
  coverage: 0.5,
  proximity: 0,
  matchedIdf: 1,
  matches: 1,
  matched: [],
  hasPhrase: false,
  isTitleMatch: false,
};
const judged = (similarity: number | undefined, similarityWeight?: number) =>
  fuse({
    document: { kind: "note" },
    keyword: words,
    similarity,
    ...(similarityWeight === undefined ? {} : { similarityWeight }),
  }).sum;

describe("fuse", () => {
  it("takes a likeness that is not fully believed for something between it and what the words suggest", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (similarity, trust) => {
          const [matchedIdf, suggested, fused] = [judged(similarity), judged(undefined), judged(similarity, trust)];
          expect(fused).toBeGreaterThanOrEqual(Math.min(matchedIdf, suggested) - 1e-9);
          expect(fused).toBeLessThanOrEqual(Math.max(matchedIdf, suggested) + 1e-9);
        },
      ),
    );
    expect(judged(0.9, 1)).toBe(judged(0.9));
    expect(judged(0.9, 0)).toBeCloseTo(judged(undefined));
  });
});

describe("rerankByRelatedTerms", () => {
  const evidences = [0.5, 0.4, 0.3, 0.2].map((similarity) =>
    fuse({ document: { kind: "note" }, keyword: words, similarity }),
  );
  const sums = (relatedScores: number[], trust = 0) =>
    rerankByRelatedTerms(evidences, relatedScores, trust).map(({ sum }) => sum);
  const before = evidences.map(({ sum }) => sum);

  it("moves nobody by what all have, and puts what has more before the others", () => {
    expect(sums([2, 2, 2, 2])).toEqual(before);
    const [first = 0, second = 0, third = 0, last = 0] = sums([1, 1, 1, 2]);
    expect(last).toBe(before[3]);
    expect(last - third).toBeGreaterThan((before[3] ?? 0) - (before[2] ?? 0));
    expect(first - second).toBeCloseTo((before[0] ?? 0) - (before[1] ?? 0));
  });

  it("counts the less the more the words are trusted", () => {
    const lost = (trust: number) => (before[0] ?? 0) - (sums([0, 1, 1, 1], trust)[0] ?? 0);
    expect(lost(0)).toBeCloseTo(0.15);
    expect(lost(2)).toBeCloseTo(0.03);
  });

  it("makes nothing likely that has nothing", () => {
    const nothing = fuse({ document: { kind: "note" }, keyword: { ...words, matches: 0 }, similarity: undefined });
    expect(rerankByRelatedTerms([nothing, nothing], [9, 0], 0)[0]?.relevance).toBe(0);
  });
});
