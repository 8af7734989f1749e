import type { SearchIndex } from "../../../store/search/search-index.js";
import { commonFrom } from "../query/weight-terms.js";

/** Below this, counting costs nothing and every document matters; above, a count may be a little old. */
const exactBelow = 5000;
const validMs = 30_000;
/** What very many documents have hardly changes, and takes longest to count. */
const steadyFrom = 10_000;
const steadyMs = 600_000;
const maxCachedCounts = 5000;
const maxTenants = 10_000;

interface Count {
  readonly value: number;
  readonly atMs: number;
}

interface Counted {
  readonly size: Count;
  readonly counts: Map<string, Count>;
}

/** The index for one search, with the counts that it begins with. */
export type OpenIndex = (tenant: string, tokens: readonly string[]) => Promise<SearchIndex>;

/** The index with counts remembered for a while: in a large store counting costs more than searching. */
export function cacheDocCounts(index: SearchIndex, now: () => Date): OpenIndex {
  /** By tenant: what one has says nothing about another, and must not tell. */
  const known = new Map<string, Counted>();
  const countOf = (value: number): Count => ({ value, atMs: now().getTime() });
  const isValid = (count: Count | undefined): count is Count =>
    count !== undefined && now().getTime() - count.atMs < (count.value >= steadyFrom ? steadyMs : validMs);

  const withCounts = ({ size, counts }: Counted): SearchIndex => ({
    ...index,
    size: async () => size.value,
    async frequencies(tenant, tokens, max) {
      if (counts.size > maxCachedCounts) counts.clear();
      const missing = tokens.filter((token) => !isValid(counts.get(token)));
      const found = missing.length > 0 ? await index.frequencies(tenant, missing, max) : [];
      for (const [i, token] of missing.entries()) counts.set(token, countOf(found[i] ?? 0));
      const all = tokens.map((token) => counts.get(token)?.value);
      return all.every((count) => count !== undefined) ? all : index.frequencies(tenant, tokens, max);
    },
  });

  return async (tenant, tokens) => {
    const last = known.get(tenant);
    const isLarge = last !== undefined && last.size.value >= exactBelow;
    if (isLarge && isValid(last.size)) return withCounts(last);
    // How far to count depends on the size in a large store alone: of one that was small, both are asked for at once.
    const early = last && !isLarge ? index.frequencies(tenant, tokens, commonFrom(last.size.value)) : [];
    const [value, found] = await Promise.all([index.size(tenant), early]);
    const size = countOf(value);
    const counts = isLarge ? last.counts : new Map(found.map((count, i) => [tokens[i] ?? "", countOf(count)]));
    if (known.size >= maxTenants) known.clear();
    known.set(tenant, { size, counts: value < exactBelow ? new Map() : counts });
    return withCounts({ size, counts });
  };
}
