import type { Memory } from "../../store/memory/memory.js";
import type { MemoryStore } from "../../store/memory/memory-store.js";
import type { Search } from "../search/search.js";
import { rankMemories } from "./rank-memories.js";
import { similarity } from "./text-similarity.js";

/** A memory and the Jaccard similarity of its words to another one's. */
export interface SimilarMemory {
  readonly memory: Memory;
  readonly similarity: number;
}

interface Deps {
  readonly store: MemoryStore;
  readonly search: Search;
}

/** Current memories of the same project with similar texts, most similar first. */
export async function similarMemories(
  deps: Deps,
  tenant: string,
  memory: Memory,
  limit: number,
): Promise<SimilarMemory[]> {
  const text = `${memory.title}\n${memory.content}`;
  const query = { projects: [memory.project], query: text.slice(0, 400), limit: limit + 1 };
  const candidates = await rankMemories(deps, tenant, query);
  return candidates
    .filter(({ id }) => id !== memory.id)
    .map((one) => ({ memory: one, similarity: similarity(`${one.title}\n${one.content}`, text) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
}
