import type { SearchIndex } from "../../../store/search/search-index.js";
import { commonDocFreq } from "../query/weight-terms.js";

/** Below this size counting is cheap and every document matters; above, cached counts are used. */
const exactBelow = 5000;
const validMs = 30_000;
/** High counts change slowly and take longest, so they are cached longer. */
const highCount = 10_000;
const validHighMs = 600_000;
const maxCachedCounts = 5000;
const maxTenants = 10_000;

interface Count {
  readonly value: number;
  readonly atMs: number;
}

interface TenantCounts {
  readonly size: Count;
  readonly counts: Map<string, Count>;
}

/** Opens the index for one search, with the counts of its tokens. */
export type OpenIndex = (tenant: string, tokens: readonly string[]) => Promise<SearchIndex>;

/** Caches document counts for a while: in a large store counting costs more than searching. */
export function cacheDocCounts(index: SearchIndex, now: () => Date): OpenIndex {
  /** By tenant, because one tenant's counts must not reveal another's. */
  const cache = new Map<string, TenantCounts>();
  const countOf = (value: number): Count => ({ value, atMs: now().getTime() });
  const isValid = (count: Count | undefined): count is Count =>
    count !== undefined && now().getTime() - count.atMs < (count.value >= highCount ? validHighMs : validMs);

  const withCounts = ({ size, counts }: TenantCounts): SearchIndex => ({
    ...index,
    size: async () => size.value,
    async frequencies(tenant, tokens, max) {
      if (counts.size > maxCachedCounts) counts.clear();
      const missing = tokens.filter((token) => !isValid(counts.get(token)));
      const fetched = missing.length > 0 ? await index.frequencies(tenant, missing, max) : [];
      for (const [i, token] of missing.entries()) counts.set(token, countOf(fetched[i] ?? 0));
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
    const size = countOf(value);
    const counts = isLarge ? last.counts : new Map(fetched.map((count, i) => [tokens[i] ?? "", countOf(count)]));
    if (cache.size >= maxTenants) cache.clear();
    cache.set(tenant, { size, counts: value < exactBelow ? new Map() : counts });
    return withCounts({ size, counts });
  };
}
