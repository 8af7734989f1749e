import type { SearchIndex } from "../../store/search/search-index.js";

/** Below this, counting costs nothing and every document matters; above, a count may be a little old. */
const exactBelow = 5000;
const validMs = 30_000;
const mostRemembered = 5000;
const mostTenants = 1000;

interface Counts {
  readonly value: number;
  readonly at: number;
  readonly counts: Map<string, number>;
}

/** The index with counts remembered for a while: in a large store counting costs more than searching. */
export function rememberCounts(index: SearchIndex, now: () => Date): SearchIndex {
  /** By tenant: what one has says nothing about another, and must not tell. */
  const known = new Map<string, Counts>();

  const sizeOf = async (tenant: string) => {
    const at = now().getTime();
    const size = known.get(tenant);
    if (size && size.value >= exactBelow && at - size.at < validMs) return size.value;
    if (known.size >= mostTenants) known.clear();
    const value = await index.size(tenant);
    known.set(tenant, { value, at, counts: new Map() });
    return value;
  };

  return {
    ...index,
    size: sizeOf,
    async frequencies(tenant, tokens, most) {
      const size = known.get(tenant);
      if (!size || size.value < exactBelow) return index.frequencies(tenant, tokens, most);
      if (size.counts.size > mostRemembered) size.counts.clear();
      const { counts } = size;
      const missing = tokens.filter((token) => !counts.has(token));
      const found = missing.length > 0 ? await index.frequencies(tenant, missing, most) : [];
      for (const [i, token] of missing.entries()) counts.set(token, found[i] ?? 0);
      const unknown = tokens.filter((token) => !counts.has(token));
      return unknown.length === 0
        ? tokens.map((token) => counts.get(token) ?? 0)
        : index.frequencies(tenant, tokens, most);
    },
  };
}
