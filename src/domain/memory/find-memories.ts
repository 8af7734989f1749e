import { AppError } from "../../base/errors.js";
import { tokensOf } from "../../base/text/tokens.js";
import { isCurrent, type Memory } from "../../store/memory/memory.js";
import type { MemoryStore } from "../../store/memory/memory-store.js";
import { isDemoted } from "../search/rank/rank-candidates.js";
import type { Search, SearchHit } from "../search/search.js";
import { type Lesson, type LessonText, textOf } from "./lesson.js";
import { contentKey, isReworded, looseKey, minSimilarity, similarity, tombstoneSketch } from "./text-similarity.js";

type Deps = { store: MemoryStore; search: Search };

/** More candidates than `limit` are retrieved: ties are ordered here. */
const minCandidates = 25;

/** Current memories that match, best first; those with very low confidence come last. */
export async function rankMemories(
  { store, search }: Deps,
  tenant: string,
  { projects, query, limit }: { projects: readonly string[]; query: string; limit: number },
): Promise<Memory[]> {
  const request = { tenant, query, kinds: ["memory"], projects, scopes: ["current"] };
  const { hits } = await search.find({ ...request, limit: Math.max(minCandidates, 2 * limit) });
  const candidates = hits.filter(({ score }) => score > 0).sort(byRelevance);
  const ids = candidates.slice(0, limit).map(({ document }) => document.source);
  const byId = new Map((await store.getMany(tenant, ids)).map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The score includes confidence already. Of equal scores the newest comes first: recent lessons describe the present code. */
const byRelevance = (a: SearchHit, b: SearchHit) =>
  Number(isDemoted(a.document)) - Number(isDemoted(b.document)) ||
  b.score - a.score ||
  (a.document.source < b.document.source ? 1 : -1);

/** Current memories of the same project with the Jaccard similarity of their words, most similar first. */
export async function similarMemories(deps: Deps, tenant: string, memory: Memory, limit: number) {
  const text = textOf(memory);
  const query = { projects: [memory.project], query: text.slice(0, 400), limit: limit + 1 };
  return (await rankMemories(deps, tenant, query))
    .filter(({ id }) => id !== memory.id)
    .map((one) => ({ memory: one, similarity: similarity(textOf(one), text) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
}

const maxCandidates = 5;
const maxGroups = 3;

/** Finds memories with the same or nearly the same text, under any name of the project. */
export function createDuplicateFinder({ store, search: { index } }: Deps) {
  /** Memories with the same text, in any state. */
  async function withSameText(tenant: string, projects: readonly string[], { title, content }: LessonText) {
    const key = contentKey(title, content);
    const keys = [...new Set([key, looseKey(title, content)])];
    const find = (project: string) => keys.map((one) => store.sameContent(tenant, project, one));
    const rows = await Promise.all(projects.flatMap(find));
    return rows.flat().filter((one) => contentKey(one.title, one.content) === key);
  }

  /** The tombstone of a forgotten memory that says the same in the same or nearly the same words. */
  async function findTombstone(tenant: string, projects: readonly string[], { title, content }: LessonText) {
    const tombstones = (await Promise.all(projects.map((project) => store.tombstones(tenant, project)))).flat();
    if (tombstones.length === 0) return undefined;
    const [key, sketch] = [contentKey(title, content), tombstoneSketch(title, content)];
    return tombstones.find((one) => one.contentKey === key || isReworded(one.sketch, sketch));
  }

  return {
    withSameText,
    findTombstone,

    /** The current memory with the same text and outcome. */
    async duplicateOf(tenant: string, projects: readonly string[], lesson: Lesson) {
      const same = await withSameText(tenant, projects, lesson);
      return same.find((one) => isCurrent(one) && one.outcome === lesson.outcome);
    },

    /** The id of a current memory with nearly the same text, perhaps an earlier version of the lesson. They are never joined. */
    async similarTo(tenant: string, projects: readonly string[], lesson: LessonText): Promise<string | undefined> {
      const text = textOf(lesson);
      const filter = { kinds: ["memory"], projects, scopes: ["current"] };
      const query = { filter, groups: sharedTokenGroups(text), excluded: [], limit: maxCandidates, isPartial: true };
      const known = new Map();
      const candidates = await index.read(tenant, await index.match(tenant, query, known), filter, known);
      return candidates
        .map(({ source, title, body }) => ({ source, score: similarity(textOf({ title, content: body }), text) }))
        .filter(({ score }) => score >= minSimilarity)
        .sort((a, b) => b.score - a.score)[0]?.source;
    },

    async refuseForgotten(tenant: string, projects: readonly string[], text: LessonText): Promise<void> {
      const { id, at = "" } = (await findTombstone(tenant, projects, text)) ?? {};
      if (id === undefined) return;
      const message = `This text was forgotten on ${at.slice(0, 10)} (${id}) and cannot be recorded again.`;
      throw new AppError("conflict", message, {
        hint: `A person can allow it again with \`throughline memory allow ${id}\`.`,
        details: { forgotten: id },
      });
    },
  };
}

/**
 * Groups of tokens of which every nearly equal text has at least one each: it lacks fewer tokens of this one than a group
 * has. This finds them without a search, which takes several times as long as storing the memory. The longest tokens come
 * first, because they are the rarest.
 */
function sharedTokenGroups(text: string): string[][] {
  const tokens = [...new Set(tokensOf(text))].sort((a, b) => b.length - a.length);
  const size = Math.floor(tokens.length * (1 - minSimilarity)) + 1;
  const count = Math.min(maxGroups, Math.floor(tokens.length / size));
  return Array.from({ length: count }, (_, i) => tokens.slice(i * size, (i + 1) * size));
}
