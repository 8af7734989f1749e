import type { Memory } from "../../store/memory/memory.js";
import type { MemoryStore } from "../../store/memory/memory-store.js";
import type { SearchIndex } from "../../store/search/search-index.js";
import { demotedBelow, trustWeight } from "./confidence.js";
import { findDocuments } from "./find-documents.js";

interface RankedQuery {
  readonly projects: readonly string[];
  readonly query: string;
  readonly limit: number;
  readonly fits?: (memory: Memory) => boolean;
}

/** Below this share of the query's telling words a memory is about something else. */
const leastRelevance = 0.05;

/** Current memories that match, best first; those hardly anybody trusts come last. */
export async function rankMemories(
  { store, index }: { store: MemoryStore; index: SearchIndex },
  tenant: string,
  { projects, query, limit, fits = () => true }: RankedQuery,
): Promise<Memory[]> {
  const found = await Promise.all(
    projects.map((project) =>
      findDocuments(index, tenant, { query, filter: { kinds: ["memory"], project, scopes: ["current"] }, limit: 100 }),
    ),
  );
  const scores = new Map(found.flat().map(({ document, score }) => [document.source, score]));
  const memories = await store.many(tenant, [...scores.keys()]);
  const scored = memories
    .map((memory) => ({ memory, relevance: scores.get(memory.id) ?? 0 }))
    .filter(({ memory, relevance }) => relevance >= leastRelevance && fits(memory));
  return scored
    .sort(byTrustedRelevance)
    .slice(0, limit)
    .map(({ memory }) => memory);
}

interface Scored {
  readonly memory: Memory;
  readonly relevance: number;
}

const isDemoted = ({ memory }: Scored) => Number(memory.confidence < demotedBelow);
const value = ({ memory, relevance }: Scored) => relevance * trustWeight(memory.confidence);

/** Ties keep the newest first: recent lessons describe the present code. */
const byTrustedRelevance = (a: Scored, b: Scored) =>
  isDemoted(a) - isDemoted(b) ||
  value(b) - value(a) ||
  b.memory.createdAt.localeCompare(a.memory.createdAt) ||
  (a.memory.id < b.memory.id ? 1 : -1);
