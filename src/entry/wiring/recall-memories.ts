import type { MemoryRecall, RecalledMemory } from "../../domain/archive/recall/recalled-memory.js";
import type { Memories, ShownMemory } from "../../domain/memory/memories.js";
import { statementKinds } from "../../store/archive/exchange.js";
import { archiveAuthor } from "../../store/memory/forget-session.js";

/** More do not fit into what a session receives. */
const maxTrusted = 100;
const maxRetired = 1000;

/** Memories for injection into sessions. Imported notes are left out until a person verifies them. */
export function recallMemories(memories: Memories): MemoryRecall {
  return {
    trusted: async (call) => (await memories.trusted(call, maxTrusted)).map(toRecalled),

    async relevant(call, prompt, limit) {
      const ranked = await memories.search(call, { project: call.folder, query: prompt, limit: limit * 2 });
      const fitting = ranked.filter((one) => isTrusted(one) || one.author === archiveAuthor);
      return fitting.slice(0, limit).map(toRecalled);
    },

    retired: async (call) => new Set(await memories.retiredContents(call, maxRetired)),
  };
}

const isTrusted = ({ state, source }: ShownMemory): boolean => state === "verified" || source === "explicit";

const toRecalled = (memory: ShownMemory): RecalledMemory => ({
  id: memory.id,
  text: textOf(memory),
  about: memory.author === archiveAuthor ? statementKinds.find((kind) => memory.tags.includes(kind)) : undefined,
  day: memory.createdAt.slice(0, 10),
  isTrusted: isTrusted(memory),
  stale: memory.stale,
  files: memory.anchors.map(({ name }) => name.split("#")[0] ?? name),
});

/** A title that only repeats the beginning of the content adds nothing. */
const textOf = ({ title, content }: ShownMemory): string =>
  content.startsWith(title.replace(/\.\.\.$/, "")) ? content : `${title}: ${content}`;
