import fc from "fast-check";
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
  ...{ document: { kind: "note" }, keyword, similarity: undefined },
  ...more,
});
/** With another candidate that has a similarity, and is of another kind. */
const sumOf = (more: Partial<FusionInput>) =>
  fuse([candidate(more), candidate({ document: { kind: "other" }, similarity: 0.4 })], 1000)[0]?.sum ?? 0;

describe("fuse", () => {
  it("moves a similarity of less than full weight towards the estimate from keywords", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (similarity, similarityWeight) => {
          const [full, estimated] = [sumOf({ similarity }), sumOf({})];
          const fused = sumOf({ similarity, similarityWeight });
          expect(fused).toBeGreaterThanOrEqual(Math.min(full, estimated) - 1e-9);
          expect(fused).toBeLessThanOrEqual(Math.max(full, estimated) + 1e-9);
        },
      ),
    );
  });

  it("grows with each kind of evidence", () => {
    const base = { similarity: 0.4, maxSim: 0.4 };
    expect(sumOf({ ...base, similarity: 0.5 })).toBeGreaterThan(sumOf(base));
    expect(sumOf({ ...base, maxSim: 0.5 })).toBeGreaterThan(sumOf(base));
    expect(sumOf({ ...base, keyword: { ...keyword, bm25: 0.9 } })).toBeGreaterThan(sumOf(base));
    expect(sumOf({ ...base, keyword: { ...keyword, hasPhrase: true } })).toBeGreaterThan(sumOf(base));
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

  it("gives no relevance to a candidate without any match", () => {
    expect(fuse([candidate({ keyword: { ...keyword, matches: 0 } })], 1000)[0]?.relevance).toBe(0);
  });
});
