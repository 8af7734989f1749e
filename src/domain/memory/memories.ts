import type { World } from "../../base/world.js";
import type { Memory, MemoryStore, Outcome } from "../../store/memory-store.js";
import type { Call } from "../call.js";
import { rankTexts } from "../search/rank-texts.js";

/** What a new memory is trusted, before anybody said whether it helped. */
const initialConfidence = 0.5;
/** Memories trusted less than this come last, however well they match. */
const demotedBelow = 0.1;

export interface Lesson {
  readonly project: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
}

/** Lessons learned in earlier sessions. */
export interface Memories {
  record(call: Call, lesson: Lesson): Promise<Memory>;
  search(call: Call, query: { project: string; query: string; limit: number }): Promise<Memory[]>;
  count(call: Call): Promise<number>;
}

export function createMemories({ store, world }: { store: MemoryStore; world: World }): Memories {
  return {
    async record(call, lesson) {
      const memory: Memory = {
        ...lesson,
        id: world.newId("mem"),
        confidence: initialConfidence,
        author: call.caller,
        createdAt: world.now().toISOString(),
      };
      await store.add(call.tenant, memory);
      return memory;
    },

    async search(call, { project, query, limit }) {
      const memories = await store.ofProject(call.tenant, project);
      const ranked = rankTexts(query, memories, (memory) => [memory.title, memory.content, ...memory.tags].join("\n"));
      const [trusted, demoted] = [
        ranked.filter(({ item }) => !isDemoted(item)),
        ranked.filter(({ item }) => isDemoted(item)),
      ];
      return [...trusted, ...demoted].slice(0, limit).map(({ item }) => item);
    },

    count: (call) => store.count(call.tenant),
  };
}

const isDemoted = (memory: Memory) => memory.confidence < demotedBelow;
