import { AppError } from "../../base/errors.js";
import { isCurrent, type Memory } from "../../store/memory/memory.js";
import type { MemoryStore, Tombstone } from "../../store/memory/memory-store.js";
import type { Search } from "../search/search.js";
import type { Lesson, LessonWords } from "./lesson.js";
import { rankMemories } from "./rank-memories.js";
import { contentKey, estimateJaccard, minHash, similarity } from "./text-similarity.js";

/** Tells whether words are known already, under any of the names of their project. */
export interface DuplicateFinder {
  /** Memories in the same words, in whatever state. */
  inSameWords(tenant: string, projects: readonly string[], words: LessonWords): Promise<Memory[]>;
  /** The current memory that says the same as the lesson, in the same words or nearly so. */
  sayingTheSame(tenant: string, projects: readonly string[], lesson: Lesson): Promise<Memory | undefined>;
  /** The mark of what was forgotten in these words or nearly so. */
  forgotten(tenant: string, projects: readonly string[], words: LessonWords): Promise<Tombstone | undefined>;
  refuseForgotten(tenant: string, projects: readonly string[], words: LessonWords): Promise<void>;
}

/** Texts that share this part of their words say the same. */
const sameFrom = 0.85;

export function createKnownLessons(parts: { readonly store: MemoryStore; readonly search: Search }): DuplicateFinder {
  const { store } = parts;

  const inSameWords: DuplicateFinder["inSameWords"] = async (tenant, projects, { title, content }) => {
    const key = contentKey(title, content);
    return (await Promise.all(projects.map((project) => store.sameContent(tenant, project, key)))).flat();
  };

  const forgotten: DuplicateFinder["forgotten"] = async (tenant, projects, { title, content }) => {
    const marks = (await Promise.all(projects.map((project) => store.forgotten(tenant, project)))).flat();
    if (marks.length === 0) return undefined;
    const [key, sketch] = [contentKey(title, content), minHash(title, content)];
    return marks.find((one) => one.contentKey === key || estimateJaccard(one.sketch, sketch) >= sameFrom);
  };

  return {
    inSameWords,
    forgotten,

    async sayingTheSame(tenant, projects, lesson) {
      const same = await inSameWords(tenant, projects, lesson);
      if (same.length > 0) return same.find((one) => isCurrent(one) && one.outcome === lesson.outcome);
      const text = textOf(lesson);
      // The beginning tells the candidates; the whole decides.
      const query = { projects, query: text.slice(0, 200), limit: 5, exactly: true };
      const near = await rankMemories(parts, tenant, query);
      return near.find((one) => one.outcome === lesson.outcome && similarity(textOf(one), text) >= sameFrom);
    },

    async refuseForgotten(tenant, projects, words) {
      const mark = await forgotten(tenant, projects, words);
      if (mark) throw wasForgotten(mark);
    },
  };
}

const textOf = ({ title, content }: LessonWords) => `${title}\n${content}`;

const wasForgotten = ({ id, at }: Tombstone) =>
  new AppError("conflict", `This text was forgotten on ${at.slice(0, 10)} (${id}) and cannot be recorded again.`, {
    hint: `A person can allow it again with \`throughline memory allow ${id}\`.`,
    details: { forgotten: id },
  });
