import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuse, rerankByRelatedTerms } from "./fuse.js";

const keyword = {
  bm25: 0.5,
  coverage: 0.5,
  proximity: 0,
  matchedIdf: 1,
  matches: 1,
  matched: [],
  hasPhrase: false,
  isTitleMatch: false,
};
const fusedSum = (similarity: number | undefined, similarityWeight?: number) =>
  fuse({
    document: { kind: "note" },
    keyword,
    similarity,
    ...(similarityWeight === undefined ? {} : { similarityWeight }),
  }).sum;

describe("fuse", () => {
  it("moves a similarity of less than full weight towards the estimate from keywords", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (similarity, weight) => {
          const [full, estimated, fused] = [fusedSum(similarity), fusedSum(undefined), fusedSum(similarity, weight)];
          expect(fused).toBeGreaterThanOrEqual(Math.min(full, estimated) - 1e-9);
          expect(fused).toBeLessThanOrEqual(Math.max(full, estimated) + 1e-9);
        },
      ),
    );
    expect(fusedSum(0.9, 1)).toBe(fusedSum(0.9));
    expect(fusedSum(0.9, 0)).toBeCloseTo(fusedSum(undefined));
  });
});

describe("rerankByRelatedTerms", () => {
  const evidences = [0.5, 0.4, 0.3, 0.2].map((similarity) => fuse({ document: { kind: "note" }, keyword, similarity }));
  const sums = (relatedScores: number[], queryWeight = 0) =>
    rerankByRelatedTerms(evidences, relatedScores, queryWeight).map(({ sum }) => sum);
  const before = evidences.map(({ sum }) => sum);

  it("ignores terms that all candidates have, and raises candidates with more", () => {
    expect(sums([2, 2, 2, 2])).toEqual(before);
    const [first = 0, second = 0, third = 0, last = 0] = sums([1, 1, 1, 2]);
    expect(last).toBe(before[3]);
    expect(last - third).toBeGreaterThan((before[3] ?? 0) - (before[2] ?? 0));
    expect(first - second).toBeCloseTo((before[0] ?? 0) - (before[1] ?? 0));
  });

  it("counts less the more keywords count", () => {
    const loss = (queryWeight: number) => (before[0] ?? 0) - (sums([0, 1, 1, 1], queryWeight)[0] ?? 0);
    expect(loss(0)).toBeCloseTo(0.15);
    expect(loss(2)).toBeCloseTo(0.03);
  });

  it("leaves a candidate without any match at zero", () => {
    const noMatch = fuse({ document: { kind: "note" }, keyword: { ...keyword, matches: 0 }, similarity: undefined });
    expect(rerankByRelatedTerms([noMatch, noMatch], [9, 0], 0)[0]?.relevance).toBe(0);
  });
});
