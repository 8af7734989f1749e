import type { Memory } from "../../store/memory/memory.js";
import type { MemoryStore } from "../../store/memory/memory-store.js";
import type { Search } from "../search/search.js";
import { demotedBelow } from "./confidence.js";

interface RankedQuery {
  readonly projects: readonly string[];
  readonly query: string;
  readonly limit: number;
  readonly fits?: (memory: Memory) => boolean;
  /** By words alone: for texts that say the same in the same words. */
  readonly exactly?: boolean;
}

/** Lower than elsewhere: a project has few memories, and one too many costs less than one that is missed. */
const minScore = 0.05;
/** Asked for beyond what is wanted: equal ones are put in order here, and some may not fit. */
const min = 25;
const max = 100;

/** Current memories that match, best first; those hardly anybody trusts come last. */
export async function rankMemories(
  { store, search }: { store: MemoryStore; search: Search },
  tenant: string,
  { projects, query, limit, fits, exactly = false }: RankedQuery,
): Promise<Memory[]> {
  const answers = await Promise.all(
    projects.map((project) =>
      search.find({
        tenant,
        query,
        kinds: ["memory"],
        minScore: minScore,
        project,
        scopes: ["current"],
        limit: fits === undefined ? Math.max(min, 2 * limit) : max,
        ...(exactly ? { meaning: false } : {}),
      }),
    ),
  );
  const scores = new Map(answers.flatMap(({ hits }) => hits.map(({ document, score }) => [document.source, score])));
  const memories = await store.getMany(tenant, [...scores.keys()]);
  const scored = memories
    .map((memory) => ({ memory, relevance: scores.get(memory.id) ?? 0 }))
    .filter(({ memory, relevance }) => relevance > 0 && (fits === undefined || fits(memory)));
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

/** The search has weighed trust already. Ties keep the newest first: recent lessons describe the present code. */
const byTrustedRelevance = (a: Scored, b: Scored) =>
  isDemoted(a) - isDemoted(b) || b.relevance - a.relevance || (a.memory.id < b.memory.id ? 1 : -1);
