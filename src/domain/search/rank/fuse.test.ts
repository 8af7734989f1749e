import { describe, expect, it } from "vitest";
import { type FusionInput, fuse } from "./fuse.js";

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
const candidate = (more: Partial<FusionInput>): FusionInput => ({
  document: { kind: "note" },
  keyword,
  similarity: undefined,
  ...more,
});
/** With another candidate that has a similarity, and is of another kind. */
const sumOf = (more: Partial<FusionInput>) =>
  fuse([candidate(more), candidate({ document: { kind: "other" }, similarity: 0.4 })], 1000)[0]?.sum ?? 0;

describe("fuse", () => {
  it("grows with each kind of evidence", () => {
    const base = { similarity: 0.4, maxSim: 0.4 };
    expect(sumOf({ ...base, similarity: 0.5 })).toBeGreaterThan(sumOf(base));
    expect(sumOf({ ...base, maxSim: 0.5 })).toBeGreaterThan(sumOf(base));
    const wholeQuery = { ...keyword, matchedIdf: 12, coverage: 1 };
    expect(sumOf({ ...base, keyword: wholeQuery })).toBeGreaterThan(sumOf(base));
    expect(sumOf({ ...base, hasRareName: true })).toBeGreaterThan(sumOf(base));
    expect(sumOf({ ...base, keyword: { ...keyword, hasPhrase: true } })).toBeGreaterThan(sumOf(base));
  });

  it("ignores words that some document has by accident, and counts all words of a short query", () => {
    const base = { similarity: 0.4, maxSim: 0.4 };
    const noMatch = sumOf({ ...base, keyword: { ...keyword, matchedIdf: 0, coverage: 0 } });
    // A word that one document in 1,000 has is no evidence in a long question to 1,000 documents.
    expect(sumOf({ ...base, keyword: { ...keyword, matchedIdf: 6.9, coverage: 0.3 } })).toBe(noMatch);
    expect(sumOf({ ...base, keyword: { ...keyword, matchedIdf: 6.9, coverage: 1 } })).toBeGreaterThan(noMatch);
    expect(sumOf({ ...base, keyword: { ...keyword, matchedIdf: 14, coverage: 0.6 } })).toBeGreaterThan(noMatch);
  });

  it("subtracts most of what a whole kind has more of, and nothing where there is one kind", () => {
    const exchanges = Array.from({ length: 20 }, () =>
      candidate({ document: { kind: "exchange" }, similarity: 0.5, maxSim: 0.5 }),
    );
    const notes = [0.4, ...new Array<number>(19).fill(0.2)].map((value) =>
      candidate({ similarity: value, maxSim: value }),
    );
    const sums = fuse([...exchanges, ...notes], 1000).map(({ sum }) => sum);
    expect(sums[20]).toBeGreaterThan(sums[0] ?? 0);
    expect(fuse(exchanges, 1000)[0]?.sum).toBeCloseTo(fuse(exchanges.slice(0, 1), 1000)[0]?.sum ?? 0);
  });

  it("expects a higher sum where more documents can be similar by accident", () => {
    const relevanceIn = (size: number, count: number, searched = size) =>
      fuse(
        Array.from({ length: count }, () => candidate({ similarity: 0.4, maxSim: 0.4 })),
        size,
        searched,
      )[0]?.relevance ?? 0;
    expect(relevanceIn(60, 60)).toBeGreaterThan(relevanceIn(1000, 60));
    expect(relevanceIn(1000, 4)).toBeGreaterThan(relevanceIn(60, 60));
    expect(relevanceIn(1000, 60)).toBeGreaterThan(relevanceIn(3000, 60));
    expect(relevanceIn(10_000, 60, 1000)).toBeGreaterThan(relevanceIn(10_000, 60));
    expect(relevanceIn(100_000, 60)).toBeCloseTo(relevanceIn(10_000, 60));
  });

  it("gives no relevance to a candidate without any match", () => {
    expect(fuse([candidate({ keyword: { ...keyword, matches: 0 } })], 1000)[0]?.relevance).toBe(0);
  });
});
