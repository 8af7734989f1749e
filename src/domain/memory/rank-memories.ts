import type { Memory } from "../../store/memory/memory.js";
import type { MemoryStore } from "../../store/memory/memory-store.js";
import { isDemoted } from "../search/rank/rank-candidates.js";
import type { Search, SearchHit } from "../search/search.js";

interface RankedQuery {
  readonly projects: readonly string[];
  readonly query: string;
  readonly limit: number;
}

/** More candidates than `limit` are retrieved: ties are ordered here. */
const minCandidates = 25;

/** Current memories that match, best first; those with very low confidence come last. */
export async function rankMemories(
  { store, search }: { store: MemoryStore; search: Search },
  tenant: string,
  { projects, query, limit }: RankedQuery,
): Promise<Memory[]> {
  const { hits } = await search.find({
    tenant,
    query,
    kinds: ["memory"],
    projects,
    scopes: ["current"],
    limit: Math.max(minCandidates, 2 * limit),
  });
  const candidates = hits.filter(({ score }) => score > 0).sort(byRelevance);
  const chosen = candidates.slice(0, limit);
  const memories = await store.getMany(
    tenant,
    chosen.map(({ document }) => document.source),
  );
  const byId = new Map(memories.map((one) => [one.id, one]));
  return chosen.flatMap(({ document }) => byId.get(document.source) ?? []);
}

/** The score includes confidence already. Of equal scores the newest comes first: recent lessons describe the present code. */
const byRelevance = (a: SearchHit, b: SearchHit) =>
  Number(isDemoted(a.document)) - Number(isDemoted(b.document)) ||
  b.score - a.score ||
  (a.document.source < b.document.source ? 1 : -1);
