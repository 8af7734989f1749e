import { describe, expect, it } from "vitest";
import type { SearchIndex } from "../../../store/search/search-index.js";
import { cacheDocCounts } from "./cache-doc-counts.js";

/** An index of `size` documents that reports which tokens it counted. */
function countingIndex(size: number) {
  let nowMs = 0;
  const counted: string[] = [];
  const frequency: Record<string, number> = { rare: 3, common: 1_000_000 };
  const index = {
    size: async () => size,
    async frequencies(_: string, tokens: readonly string[], max: number) {
      counted.push(...tokens);
      return tokens.map((token) => Math.min(max, frequency[token] ?? 0));
    },
  } as unknown as SearchIndex;
  const open = cacheDocCounts(index, () => new Date(nowMs));
  return {
    counted: () => counted.splice(0),
    setFrequency: (token: string, value: number) => {
      frequency[token] = value;
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
    count: async (tokens: readonly string[]) => (await open("t", tokens)).frequencies("t", tokens, 2501),
  };
}

describe("cacheDocCounts", () => {
  it("counts again for every search of a small store", async () => {
    const { count, counted, setFrequency } = countingIndex(100);
    expect(await count(["rare"])).toEqual([3]);
    setFrequency("rare", 4);
    expect(await count(["rare"])).toEqual([4]);
    expect(counted()).toEqual(["rare", "rare"]);
  });

  it("keeps the counts of a large store, those of common words for longer", async () => {
    const { count, counted, wait } = countingIndex(50_000);
    expect(await count(["rare", "common"])).toEqual([3, 2501]);
    counted();
    await count(["rare", "common"]);
    expect(counted()).toEqual([]);
    wait(31_000);
    await count(["rare", "common"]);
    expect(counted()).toEqual(["rare"]);
  });

  it("counts a word once for searches that need it at the same time", async () => {
    const { count, counted } = countingIndex(50_000);
    await count([]);
    expect(await Promise.all([count(["rare"]), count(["rare", "common"])])).toEqual([[3], [3, 2501]]);
    expect(counted()).toEqual(["rare", "common"]);
  });

  it("answers with the old count of a common word while it is renewed", async () => {
    const { count, counted, setFrequency, wait } = countingIndex(50_000);
    await count(["common"]);
    setFrequency("common", 10);
    wait(601_000);
    expect(await count(["common"])).toEqual([2501]);
    expect(counted()).toEqual(["common", "common"]);
    expect(await count(["common"])).toEqual([10]);
  });
});
