import type { SearchIndex } from "../../store/search/search-index.js";
import { commonFrom } from "./weigh-terms.js";

/** Below this, counting costs nothing and every document matters; above, a count may be a little old. */
const exactBelow = 5000;
const validMs = 30_000;
const mostRemembered = 5000;
const mostTenants = 10_000;

interface Counted {
  readonly size: number;
  readonly atMs: number;
  readonly counts: Map<string, number>;
}

/** The index for one search, with the counts that it begins with. */
export type OpenIndex = (tenant: string, tokens: readonly string[]) => Promise<SearchIndex>;

/** The index with counts remembered for a while: in a large store counting costs more than searching. */
export function rememberCounts(index: SearchIndex, now: () => Date): OpenIndex {
  /** By tenant: what one has says nothing about another, and must not tell. */
  const known = new Map<string, Counted>();

  return async (tenant, tokens) => {
    const last = known.get(tenant);
    const isLarge = last !== undefined && last.size >= exactBelow;
    if (isLarge && now().getTime() - last.atMs < validMs) return withCounts(index, last);
    // How far to count depends on the size in a large store alone: of one that was small, both are asked for at once.
    const early = last && !isLarge ? index.frequencies(tenant, tokens, commonFrom(last.size)) : [];
    const [size, found] = await Promise.all([index.size(tenant), early]);
    const counted = { size, atMs: now().getTime(), counts: new Map(found.map((count, i) => [tokens[i] ?? "", count])) };
    if (known.size >= mostTenants) known.clear();
    known.set(tenant, size < exactBelow ? { ...counted, counts: new Map() } : counted);
    return withCounts(index, counted);
  };
}

function withCounts(index: SearchIndex, { size, counts }: Counted): SearchIndex {
  return {
    ...index,
    size: async () => size,
    async frequencies(tenant, tokens, most) {
      if (counts.size > mostRemembered) counts.clear();
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
