import type { SearchIndex } from "../../../store/search/search-index.js";
import { commonDocFreq } from "../query/weight-terms.js";

/** Below this size counting is cheap and every document matters; above, cached counts are used. */
const exactBelow = 5000;
const validMs = 30_000;
/** Counts that reached the limit change slowly and take longest, so they are cached longer and renewed in the background. */
const validHighMs = 600_000;
const highSize = 10_000;
const maxCachedCounts = 5000;
const maxTenants = 10_000;

interface Count {
  readonly value: number;
  readonly atMs: number;
  /** Counting stopped at the limit. */
  readonly isHigh: boolean;
}

interface TenantCounts {
  readonly size: Count;
  readonly counts: Map<string, Count>;
  /** Tokens that are being counted: concurrent searches wait for the same count. */
  readonly counting: Map<string, Promise<void>>;
}

/** Opens the index for one search, with the counts of its tokens. */
export type OpenIndex = (tenant: string, tokens: readonly string[]) => Promise<SearchIndex>;

/** Caches document counts for a while: in a large store counting costs more than searching. */
export function cacheDocCounts(index: SearchIndex, now: () => Date): OpenIndex {
  /** By tenant, because one tenant's counts must not reveal another's. */
  const cache = new Map<string, TenantCounts>();
  const countOf = (value: number, isHigh = false): Count => ({ value, atMs: now().getTime(), isHigh });
  const isValid = (count: Count | undefined): count is Count =>
    count !== undefined && now().getTime() - count.atMs < (count.isHigh ? validHighMs : validMs);

  /** Counts what is not being counted yet. */
  const startCounting = (
    tenant: string,
    wanted: readonly string[],
    max: number,
    { counts, counting }: TenantCounts,
  ) => {
    const tokens = wanted.filter((token) => !counting.has(token));
    if (tokens.length === 0) return;
    const count = async () => {
      try {
        const fetched = await index.frequencies(tenant, tokens, max);
        for (const [i, value = 0] of fetched.entries()) counts.set(tokens[i] ?? "", countOf(value, value >= max));
      } finally {
        for (const token of tokens) counting.delete(token);
      }
    };
    const counted = count();
    // A search that waits for it sees the error; a renewal may fail.
    counted.catch(() => {});
    for (const token of tokens) counting.set(token, counted);
  };

  const withCounts = (known: TenantCounts): SearchIndex => ({
    ...index,
    size: async () => known.size.value,
    async frequencies(tenant, tokens, max) {
      const { counts, counting } = known;
      if (counts.size > maxCachedCounts) counts.clear();
      const expired = [...new Set(tokens)].filter((token) => !isValid(counts.get(token)));
      const renewed = expired.filter((token) => counts.get(token)?.isHigh);
      const needed = expired.filter((token) => !renewed.includes(token));
      startCounting(tenant, needed, max, known);
      await Promise.all(needed.map((token) => counting.get(token)));
      // The search continues with the old counts.
      startCounting(tenant, renewed, max, known);
      const values = tokens.map((token) => counts.get(token)?.value);
      return values.every((count) => count !== undefined) ? values : index.frequencies(tenant, tokens, max);
    },
  });

  return async (tenant, tokens) => {
    const last = cache.get(tenant);
    const isLarge = last !== undefined && last.size.value >= exactBelow;
    if (isLarge && isValid(last.size)) return withCounts(last);
    // Only in a large store the size decides where counting stops: in a small one, both are fetched concurrently.
    const prefetched = last && !isLarge ? index.frequencies(tenant, tokens, commonDocFreq(last.size.value)) : [];
    const [value, fetched] = await Promise.all([index.size(tenant), prefetched]);
    const size = countOf(value, value >= highSize);
    const counts = isLarge ? last.counts : new Map(fetched.map((count, i) => [tokens[i] ?? "", countOf(count)]));
    if (cache.size >= maxTenants) cache.clear();
    const counting = isLarge ? last.counting : new Map();
    cache.set(tenant, { size, counts: value < exactBelow ? new Map() : counts, counting });
    return withCounts({ size, counts, counting });
  };
}
