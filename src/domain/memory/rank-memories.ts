import type { Memory } from "../../store/memory/memory.js";
import type { MemoryStore } from "../../store/memory/memory-store.js";
import type { Search } from "../search/search.js";
import { demotedBelow } from "./confidence.js";

interface RankedQuery {
  readonly projects: readonly string[];
  readonly query: string;
  readonly limit: number;
  readonly predicate?: (memory: Memory) => boolean;
}

/** Lower than elsewhere: a project has few memories, and an extra result costs less than a missed one. */
const minScore = 0.05;
/** More candidates than `limit` are retrieved: ties are ordered here, and some may be filtered out. */
const minCandidates = 25;
const maxCandidates = 100;

/** Current memories that match, best first; those with very low confidence come last. */
export async function rankMemories(
  { store, search }: { store: MemoryStore; search: Search },
  tenant: string,
  { projects, query, limit, predicate }: RankedQuery,
): Promise<Memory[]> {
  const answers = await Promise.all(
    projects.map((project) =>
      search.find({
        tenant,
        query,
        kinds: ["memory"],
        minScore,
        project,
        scopes: ["current"],
        limit: predicate === undefined ? Math.max(minCandidates, 2 * limit) : maxCandidates,
      }),
    ),
  );
  const scores = new Map(answers.flatMap(({ hits }) => hits.map(({ document, score }) => [document.source, score])));
  const memories = await store.getMany(tenant, [...scores.keys()]);
  const scored = memories
    .map((memory) => ({ memory, relevance: scores.get(memory.id) ?? 0 }))
    .filter(({ memory, relevance }) => relevance > 0 && (predicate === undefined || predicate(memory)));
  return scored
    .sort(byRelevance)
    .slice(0, limit)
    .map(({ memory }) => memory);
}

interface ScoredMemory {
  readonly memory: Memory;
  readonly relevance: number;
}

const isDemoted = ({ memory }: ScoredMemory) => Number(memory.confidence < demotedBelow);

/** The score includes confidence already. Of equal scores the newest comes first: recent lessons describe the present code. */
const byRelevance = (a: ScoredMemory, b: ScoredMemory) =>
  isDemoted(a) - isDemoted(b) || b.relevance - a.relevance || (a.memory.id < b.memory.id ? 1 : -1);
