import { AppError } from "../../base/errors.js";
import { isCurrent, type Memory } from "../../store/memory/memory.js";
import type { MemoryStore, Tombstone } from "../../store/memory/memory-store.js";
import type { Search } from "../search/search.js";
import type { Lesson, LessonText } from "./lesson.js";
import { rankMemories } from "./rank-memories.js";
import {
  contentKey,
  isReworded,
  looseContentKey,
  minSimilarity,
  similarity,
  tombstoneSketch,
} from "./text-similarity.js";

/** Finds memories with the same or nearly the same text, under any name of the project. */
export interface DuplicateFinder {
  /** Memories with the same text, in any state. */
  withSameText(tenant: string, projects: readonly string[], text: LessonText): Promise<Memory[]>;
  /** The current memory with the same text and outcome. */
  duplicateOf(tenant: string, projects: readonly string[], lesson: Lesson): Promise<Memory | undefined>;
  /** A current memory with nearly the same text, perhaps an earlier version of the lesson. They are never joined. */
  similarTo(tenant: string, projects: readonly string[], lesson: Lesson): Promise<Memory | undefined>;
  /** The tombstone of a forgotten memory that says the same in the same or nearly the same words. */
  findTombstone(tenant: string, projects: readonly string[], text: LessonText): Promise<Tombstone | undefined>;
  refuseForgotten(tenant: string, projects: readonly string[], text: LessonText): Promise<void>;
}

export function createDuplicateFinder(deps: { readonly store: MemoryStore; readonly search: Search }): DuplicateFinder {
  const { store } = deps;

  const withSameText: DuplicateFinder["withSameText"] = async (tenant, projects, { title, content }) => {
    const key = contentKey(title, content);
    const keys = [...new Set([key, looseContentKey(title, content)])];
    const rows = await Promise.all(
      projects.flatMap((project) => keys.map((one) => store.sameContent(tenant, project, one))),
    );
    return rows.flat().filter((one) => contentKey(one.title, one.content) === key);
  };

  const findTombstone: DuplicateFinder["findTombstone"] = async (tenant, projects, { title, content }) => {
    const tombstones = (await Promise.all(projects.map((project) => store.tombstones(tenant, project)))).flat();
    if (tombstones.length === 0) return undefined;
    const [key, sketch] = [contentKey(title, content), tombstoneSketch(title, content)];
    return tombstones.find((one) => one.contentKey === key || isReworded(one.sketch, sketch));
  };

  return {
    withSameText,
    findTombstone,

    async duplicateOf(tenant, projects, lesson) {
      const same = await withSameText(tenant, projects, lesson);
      return same.find((one) => isCurrent(one) && one.outcome === lesson.outcome);
    },

    async similarTo(tenant, projects, lesson) {
      const text = textOf(lesson);
      // The first characters retrieve candidates; the whole texts are compared.
      const query = { projects, query: text.slice(0, 200), limit: 5, keywordsOnly: true };
      const candidates = await rankMemories(deps, tenant, query);
      return candidates.find((one) => similarity(textOf(one), text) >= minSimilarity);
    },

    async refuseForgotten(tenant, projects, text) {
      const tombstone = await findTombstone(tenant, projects, text);
      if (tombstone) throw wasForgotten(tombstone);
    },
  };
}

const textOf = ({ title, content }: LessonText) => `${title}\n${content}`;

const wasForgotten = ({ id, at }: Tombstone) =>
  new AppError("conflict", `This text was forgotten on ${at.slice(0, 10)} (${id}) and cannot be recorded again.`, {
    hint: `A person can allow it again with \`throughline memory allow ${id}\`.`,
    details: { forgotten: id },
  });
