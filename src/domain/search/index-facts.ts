import type { SearchIndex } from "../../store/search/search-index.js";

/** Below this, counting costs nothing and every document matters; above, a count may be a little old. */
const exactBelow = 5000;
const validMs = 30_000;
/** What very many documents have hardly changes, and takes longest to count. */
const steadyFrom = 10_000;
const steadyMs = 600_000;
const mostRemembered = 5000;
const mostTenants = 1000;

interface Count {
  readonly value: number;
  readonly at: number;
}

interface Counts {
  readonly size: Count;
  readonly counts: Map<string, Count>;
}

/** The index with counts remembered for a while: in a large store counting costs more than searching. */
export function rememberCounts(index: SearchIndex, now: () => Date): SearchIndex {
  /** By tenant: what one has says nothing about another, and must not tell. */
  const known = new Map<string, Counts>();
  const isValid = (count: Count | undefined): count is Count =>
    count !== undefined && now().getTime() - count.at < (count.value >= steadyFrom ? steadyMs : validMs);

  const sizeOf = async (tenant: string) => {
    const remembered = known.get(tenant);
    if (remembered && remembered.size.value >= exactBelow && isValid(remembered.size)) return remembered.size.value;
    if (known.size >= mostTenants) known.clear();
    const value = await index.size(tenant);
    known.set(tenant, { size: { value, at: now().getTime() }, counts: remembered?.counts ?? new Map() });
    return value;
  };

  return {
    ...index,
    size: sizeOf,
    async frequencies(tenant, tokens, most) {
      const remembered = known.get(tenant);
      if (!remembered || remembered.size.value < exactBelow) return index.frequencies(tenant, tokens, most);
      const { counts } = remembered;
      if (counts.size > mostRemembered) counts.clear();
      const missing = tokens.filter((token) => !isValid(counts.get(token)));
      const found = missing.length > 0 ? await index.frequencies(tenant, missing, most) : [];
      const at = now().getTime();
      for (const [i, token] of missing.entries()) counts.set(token, { value: found[i] ?? 0, at });
      const all = tokens.map((token) => counts.get(token)?.value);
      return all.every((count) => count !== undefined) ? all : index.frequencies(tenant, tokens, most);
    },
  };
}
