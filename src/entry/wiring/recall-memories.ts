import type { MemoryRecall, RecalledMemory } from "../../domain/archive/recall/recalled-memory.js";
import type { Memories, ShownMemory } from "../../domain/memory/memories.js";
import { archiveAuthor } from "../../store/memory/forget-session.js";
import { isCurrent } from "../../store/memory/memory.js";

const maxMemories = 500;

/** Memories for injection into sessions. Imported notes are left out until a person verifies them. */
export function recallMemories(memories: Memories): MemoryRecall {
  const list = async (call: Parameters<MemoryRecall["trusted"]>[0]) =>
    (await memories.list(call, { project: call.folder, limit: maxMemories, offset: 0 })).memories;
  return {
    trusted: async (call) => (await list(call)).filter((one) => isCurrent(one) && isTrusted(one)).map(toRecalled),

    async relevant(call, prompt, limit) {
      const ranked = await memories.search(call, { project: call.folder, query: prompt, limit: limit * 2 });
      const fitting = ranked.filter((one) => isTrusted(one) || one.author === archiveAuthor);
      return fitting.slice(0, limit).map(toRecalled);
    },

    async retired(call) {
      const rows = await list(call);
      // A merged memory has a successor with the same text.
      const current = new Set(rows.filter(isCurrent).map(({ content }) => content));
      const texts = rows.filter((one) => !isCurrent(one)).map(({ content }) => content);
      return new Set(texts.filter((text) => !current.has(text)));
    },
  };
}

const isTrusted = ({ state, source }: ShownMemory): boolean => state === "verified" || source === "explicit";

const toRecalled = (memory: ShownMemory): RecalledMemory => ({
  id: memory.id,
  text: textOf(memory),
  day: memory.createdAt.slice(0, 10),
  isTrusted: isTrusted(memory),
  stale: memory.stale,
  files: memory.anchors.map(({ name }) => name.split("#")[0] ?? name),
});

/** A title that only repeats the beginning of the content adds nothing. */
const textOf = ({ title, content }: ShownMemory): string =>
  content.startsWith(title.replace(/\.\.\.$/, "")) ? content : `${title}: ${content}`;
