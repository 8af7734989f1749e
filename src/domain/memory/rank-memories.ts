import type { Memory } from "../../store/memory/memory.js";
import type { MemoryStore } from "../../store/memory/memory-store.js";
import { isDemoted } from "../search/rank/rank-candidates.js";
import type { Search, SearchHit } from "../search/search.js";
import { textOf } from "./lesson.js";
import { similarity } from "./text-similarity.js";

type Deps = { store: MemoryStore; search: Search };

/** More candidates than `limit` are retrieved: ties are ordered here. */
const minCandidates = 25;

/** Current memories that match, best first; those with very low confidence come last. */
export async function rankMemories(
  { store, search }: Deps,
  tenant: string,
  { projects, query, limit }: { projects: readonly string[]; query: string; limit: number },
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
  const ids = candidates.slice(0, limit).map(({ document }) => document.source);
  const byId = new Map((await store.getMany(tenant, ids)).map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The score includes confidence already. Of equal scores the newest comes first: recent lessons describe the present code. */
const byRelevance = (a: SearchHit, b: SearchHit) =>
  Number(isDemoted(a.document)) - Number(isDemoted(b.document)) ||
  b.score - a.score ||
  (a.document.source < b.document.source ? 1 : -1);

/** Current memories of the same project with the Jaccard similarity of their words, most similar first. */
export async function similarMemories(deps: Deps, tenant: string, memory: Memory, limit: number) {
  const text = textOf(memory);
  const query = { projects: [memory.project], query: text.slice(0, 400), limit: limit + 1 };
  return (await rankMemories(deps, tenant, query))
    .filter(({ id }) => id !== memory.id)
    .map((one) => ({ memory: one, similarity: similarity(textOf(one), text) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
}
