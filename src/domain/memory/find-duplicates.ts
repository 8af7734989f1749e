import { AppError } from "../../base/errors.js";
import { isCurrent, type Memory } from "../../store/memory/memory.js";
import type { MemoryStore, Tombstone } from "../../store/memory/memory-store.js";
import type { Search } from "../search/search.js";
import type { Lesson, LessonWords } from "./lesson.js";
import { rankMemories } from "./rank-memories.js";
import { contentKey, estimateJaccard, looseContentKey, minHash, similarity } from "./text-similarity.js";

/** Finds out whether words are recorded already, under any of the names of their project. */
export interface DuplicateFinder {
  /** Memories in the same words, in whatever state. */
  inSameWords(tenant: string, projects: readonly string[], words: LessonWords): Promise<Memory[]>;
  /** The current memory in the same words with the same outcome. */
  duplicateOf(tenant: string, projects: readonly string[], lesson: Lesson): Promise<Memory | undefined>;
  /** A current memory in nearly the same words: perhaps an earlier version of the lesson. It is never joined to it. */
  similarTo(tenant: string, projects: readonly string[], lesson: Lesson): Promise<Memory | undefined>;
  /** The tombstone of what was forgotten in these words or nearly so. */
  forgotten(tenant: string, projects: readonly string[], words: LessonWords): Promise<Tombstone | undefined>;
  refuseForgotten(tenant: string, projects: readonly string[], words: LessonWords): Promise<void>;
}

/** From this share of common words on, texts are nearly the same. */
const minSimilarity = 0.85;

export function createDuplicateFinder(deps: { readonly store: MemoryStore; readonly search: Search }): DuplicateFinder {
  const { store } = deps;

  const inSameWords: DuplicateFinder["inSameWords"] = async (tenant, projects, { title, content }) => {
    const key = contentKey(title, content);
    const keys = [...new Set([key, looseContentKey(title, content)])];
    const rows = await Promise.all(
      projects.flatMap((project) => keys.map((one) => store.sameContent(tenant, project, one))),
    );
    return rows.flat().filter((one) => contentKey(one.title, one.content) === key);
  };

  const forgotten: DuplicateFinder["forgotten"] = async (tenant, projects, { title, content }) => {
    const tombstones = (await Promise.all(projects.map((project) => store.tombstones(tenant, project)))).flat();
    if (tombstones.length === 0) return undefined;
    const [key, sketch] = [contentKey(title, content), minHash(title, content)];
    return tombstones.find((one) => one.contentKey === key || estimateJaccard(one.sketch, sketch) >= minSimilarity);
  };

  return {
    inSameWords,
    forgotten,

    async duplicateOf(tenant, projects, lesson) {
      const same = await inSameWords(tenant, projects, lesson);
      return same.find((one) => isCurrent(one) && one.outcome === lesson.outcome);
    },

    async similarTo(tenant, projects, lesson) {
      const text = textOf(lesson);
      // The beginning finds the candidates; the whole text decides.
      const query = { projects, query: text.slice(0, 200), limit: 5, exactly: true };
      const candidates = await rankMemories(deps, tenant, query);
      return candidates.find((one) => similarity(textOf(one), text) >= minSimilarity);
    },

    async refuseForgotten(tenant, projects, words) {
      const tombstone = await forgotten(tenant, projects, words);
      if (tombstone) throw wasForgotten(tombstone);
    },
  };
}

const textOf = ({ title, content }: LessonWords) => `${title}\n${content}`;

const wasForgotten = ({ id, at }: Tombstone) =>
  new AppError("conflict", `This text was forgotten on ${at.slice(0, 10)} (${id}) and cannot be recorded again.`, {
    hint: `A person can allow it again with \`throughline memory allow ${id}\`.`,
    details: { forgotten: id },
  });
