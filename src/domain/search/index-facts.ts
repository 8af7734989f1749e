import type { SearchIndex } from "../../store/search/search-index.js";

/** Below this, counting costs nothing and every document matters; above, a count may be a little old. */
const exactBelow = 5000;
const validMs = 30_000;
const mostRemembered = 5000;

/** The index with counts remembered for a while: in a large store counting costs more than searching. */
export function rememberCounts(index: SearchIndex, now: () => Date): SearchIndex {
  let size: { value: number; at: number } | undefined;
  let counts = new Map<string, number>();

  const sizeOf = async () => {
    const at = now().getTime();
    if (size && size.value >= exactBelow && at - size.at < validMs) return size.value;
    size = { value: await index.size(), at };
    counts = new Map();
    return size.value;
  };

  return {
    ...index,
    size: sizeOf,
    async frequencies(tokens, most) {
      if ((size?.value ?? 0) < exactBelow) return index.frequencies(tokens, most);
      const missing = tokens.filter((token) => !counts.has(token));
      if (counts.size > mostRemembered) counts = new Map();
      const found = missing.length > 0 ? await index.frequencies(missing, most) : [];
      for (const [i, token] of missing.entries()) counts.set(token, found[i] ?? 0);
      const unknown = tokens.filter((token) => !counts.has(token));
      return unknown.length === 0 ? tokens.map((token) => counts.get(token) ?? 0) : index.frequencies(tokens, most);
    },
  };
}
