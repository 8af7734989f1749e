import { isAbsolute } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { type Anchor, type Memory, type MemoryState, type Outcome, personScope } from "../../store/memory/memory.js";
import type { MemoryStore, MemoryTally } from "../../store/memory/memory-store.js";
import { type Call, recordedAt } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import type { Search } from "../search/search.js";
import type { Anchors } from "./anchors.js";
import type { Signal } from "./confidence.js";
import { createDuplicateFinder } from "./find-duplicates.js";
import { type Lesson, type LessonText, requireValidText } from "./lesson.js";
import {
  anchorsToDigest,
  changeInPlace,
  hasNewText,
  type MemoryChanges,
  restoreBefore,
  successorOf,
} from "./memory-changes.js";
import { mergeMemories, requireDifferent } from "./merge-memories.js";
import { newMemory, withEvidence } from "./new-memory.js";
import { refuseProjectDetail } from "./person-text.js";
import { rankMemories } from "./rank-memories.js";
import { removeVersionOf, withoutMentions } from "./remove-person.js";
import { type SimilarMemory, similarMemories } from "./similar-memories.js";
import { tombstoneSketch } from "./text-similarity.js";
import { withVote } from "./with-vote.js";

export interface ShownMemory extends Memory {
  /** Anchors that changed since it was recorded or last confirmed. */
  readonly stale: readonly string[];
}

/** A memory and the result of recording it. */
export interface RecordedMemory extends Memory {
  /** True if the text was recorded before and the lesson became evidence of that memory. */
  readonly isJoined: boolean;
  /** Id of a current memory with nearly the same text. */
  readonly similarTo?: string;
}

export interface MemoryQuery {
  readonly project: string;
  readonly query: string;
  readonly limit: number;
}

export interface MemoryListing {
  readonly project?: string | undefined;
  readonly state?: MemoryState | undefined;
  readonly tag?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lessons learned in earlier sessions. */
export interface Memories {
  /** Records a lesson. If a current memory has the same text, the lesson becomes further evidence of it. */
  record(call: Call, lesson: Lesson): Promise<RecordedMemory>;
  /** The state of the memory with this text, or that it was forgotten. */
  stateOf(call: Call, lesson: Lesson): Promise<MemoryState | "forgotten" | undefined>;
  /** Adds lessons without anchors and without a search for similar memories. */
  addAll(call: Call, lessons: readonly Lesson[]): Promise<void>;
  search(call: Call, query: MemoryQuery): Promise<ShownMemory[]>;
  list(call: Call, listing: MemoryListing): Promise<{ memories: ShownMemory[]; total: number }>;
  /** Those of the call's folder and of the person that may be given without being asked for, newest first. */
  trusted(call: Call, limit: number): Promise<ShownMemory[]>;
  /** The newest memories of all projects; anchors are not checked. */
  newest(call: Call, limit: number): Promise<Memory[]>;
  /** The memory, and those it superseded, newest first. */
  get(call: Call, id: string): Promise<{ memory: ShownMemory; history: Memory[] }>;
  /** A new text creates a memory that supersedes the old one; other changes are made in place. */
  update(call: Call, id: string, changes: MemoryChanges): Promise<Memory>;
  /** Undoes an update that created a new version: the version is deleted, and the one before is current again. */
  undoUpdate(call: Call, id: string, before: Pick<Memory, "state" | "updatedAt">): Promise<Memory>;
  /** Deletes the memory and those it superseded; the same text is refused from then on. */
  forget(call: Call, id: string): Promise<{ forgotten: number }>;
  /** The same for several; one that does not exist is skipped. */
  forgetAll(call: Call, ids: readonly string[]): Promise<{ forgotten: number }>;
  /** Deletes the versions of memories that a person wrote, newest first, but none that others wrote or recorded too. */
  forgetOf(call: Call, person: string, ids: readonly string[]): Promise<{ forgotten: number }>;
  /** Removes a person's evidence, and the name from their votes, from memories of others. */
  removeMentions(call: Call, person: string, ids: readonly string[]): Promise<void>;
  allowAgain(call: Call, id: string): Promise<void>;
  signal(call: Call, id: string, signal: Signal): Promise<Memory>;
  count(call: Call): Promise<number>;
  tally(call: Call): Promise<MemoryTally[]>;
  /** Memories with similar texts, most similar first. */
  near(call: Call, id: string, limit: number): Promise<SimilarMemory[]>;
  /** Merges two memories with the same meaning: a new version of the first, with the given text, supersedes both. */
  merge(call: Call, pair: { keep: string; drop: string }, text: LessonText): Promise<Memory>;
}

interface Deps {
  readonly store: MemoryStore;
  readonly search: Search;
  readonly anchors: Anchors;
  readonly identity: ProjectResolver;
  readonly runtime: Runtime;
  /** Removes copies of forgotten texts, and what the database still holds of them. */
  onForget?(tenant: string, texts: readonly string[]): Promise<void>;
}

export function createMemories({ store, search: engine, anchors, identity, runtime, onForget }: Deps): Memories {
  const now = () => runtime.now().toISOString();
  const duplicates = createDuplicateFinder({ store, search: engine });

  const requireMemory = async (call: Call, id: string) => {
    const memory = await store.get(call.tenant, id);
    if (!memory) throw unknownMemory(id);
    return memory;
  };

  const withStaleAnchors = async (call: Call, memory: Memory): Promise<ShownMemory> => {
    if (memory.anchors.length === 0) return { ...memory, stale: [] };
    const root = await rootOf(call, memory.project);
    return { ...memory, stale: root === undefined ? [] : await anchors.changed(root, memory.anchors) };
  };

  /** The folder of a project: known only for the project of the call, and for one that is named by its path. */
  const rootOf = async (call: Call, project: string) => {
    if ((await identity.projectNames(call, call.folder)).includes(project)) return identity.root(call.folder);
    return isAbsolute(project) ? project : undefined;
  };

  const createMemory = async (call: Call, lesson: Lesson, anchors: readonly Anchor[] = []): Promise<Memory> => {
    const project = await identity.project(call, lesson.project);
    return newMemory(
      { ...lesson, project },
      { id: runtime.newId("mem"), at: recordedAt(call, runtime), author: call.caller, anchors },
    );
  };

  const record = async (call: Call, lesson: Lesson): Promise<RecordedMemory> => {
    requireValidText(lesson);
    if (lesson.project === personScope) refuseProjectDetail(lesson);
    const names = await identity.projectNames(call, lesson.project);
    // Together, because a database server receives reads that do not wait for each other in one message.
    const [duplicate, similarTo] = await Promise.all([
      duplicates.duplicateOf(call.tenant, names, lesson),
      duplicates.similarTo(call.tenant, names, lesson),
      duplicates.refuseForgotten(call.tenant, names, lesson),
    ]);
    const digests = await anchors.digestAll(await identity.root(call.folder), lesson.anchors ?? []);
    const memory = await createMemory(call, lesson, digests);
    if (duplicate) {
      const joined = await store.change(call.tenant, duplicate.id, (one) => withEvidence(one, memory));
      // Forgotten meanwhile: try again, which throws.
      return joined ? { ...joined, isJoined: true } : record(call, lesson);
    }
    const added = requireFound((await store.add(call.tenant, [memory], withEvidence))[0], memory.id);
    return { ...added, isJoined: added.id !== memory.id, ...(similarTo ? { similarTo } : {}) };
  };

  const search = async (call: Call, { project, query, limit }: MemoryQuery) => {
    const projects = await identity.projectNames(call, project);
    const matches = await rankMemories({ store, search: engine }, call.tenant, { projects, query, limit });
    return Promise.all(matches.map((memory) => withStaleAnchors(call, memory)));
  };

  const tombstoneOf = (call: Call, at: string) => (one: Memory) => ({
    id: one.id,
    project: one.project,
    contentKey: one.contentKey,
    by: call.caller,
    at,
    sketch: tombstoneSketch(one.title, one.content),
  });

  const forgetAll = async (call: Call, ids: readonly string[]) => {
    const at = now();
    const texts: string[] = [];
    let forgotten = 0;
    for (const id of ids) {
      const lineage = await store.lineage(call.tenant, id);
      forgotten += await store.forget(call.tenant, id, tombstoneOf(call, at));
      texts.push(...lineage.map((memory) => JSON.stringify(memory)));
    }
    if (forgotten > 0) await onForget?.(call.tenant, texts);
    return { forgotten };
  };

  const refuseForgotten = async (call: Call, project: string, text: LessonText) =>
    duplicates.refuseForgotten(call.tenant, await identity.projectNames(call, project), text);

  return {
    record,

    async addAll(call, lessons) {
      const memories = [];
      for (const lesson of lessons) memories.push(await createMemory(call, lesson));
      await store.add(call.tenant, memories, withEvidence);
    },

    async stateOf(call, lesson) {
      const names = await identity.projectNames(call, lesson.project);
      const [same] = await duplicates.withSameText(call.tenant, names, lesson);
      if (same) return same.state;
      return (await duplicates.findTombstone(call.tenant, names, lesson)) ? "forgotten" : undefined;
    },

    search,

    async list(call, { project, state, tag, outcome, limit, offset }) {
      const filter = {
        ...(project === undefined ? {} : { projects: await identity.projectNames(call, project) }),
        ...(state === undefined ? {} : { states: [state] }),
        ...(tag === undefined ? {} : { tag }),
        ...(outcome === undefined ? {} : { outcome }),
      };
      const memories = await store.list(call.tenant, filter, { limit, offset });
      const withStale = await Promise.all(memories.map((memory) => withStaleAnchors(call, memory)));
      return { memories: withStale, total: await store.count(call.tenant, filter) };
    },

    async trusted(call, limit) {
      const names = [...(await identity.projectNames(call, call.folder)), personScope];
      const memories = await store.trusted(call.tenant, names, limit);
      return Promise.all(memories.map((memory) => withStaleAnchors(call, memory)));
    },

    newest: (call, limit) => store.list(call.tenant, {}, { limit, offset: 0 }),

    async get(call, given) {
      const id = await store.wholeId(call.tenant, given);
      const [memory, ...history] = await store.lineage(call.tenant, id);
      return { memory: await withStaleAnchors(call, requireFound(memory, id)), history };
    },

    async update(call, given, changes) {
      const id = await store.wholeId(call.tenant, given);
      const old = await requireMemory(call, id);
      const root = (await rootOf(call, old.project)) ?? call.folder;
      const change = {
        changes,
        at: recordedAt(call, runtime),
        digests: await anchors.digestAll(root, anchorsToDigest(old, changes)),
      };
      if (!hasNewText(old, changes))
        return requireFound(await store.change(call.tenant, id, (one) => changeInPlace(one, change)), id);
      requireValidText(changes);
      const text = { title: changes.title ?? old.title, content: changes.content ?? old.content };
      await refuseForgotten(call, old.project, text);
      const version = { ...change, id: runtime.newId("mem"), author: call.caller };
      return requireFound(await store.supersede(call.tenant, [id], (one) => successorOf(one, version)), id);
    },

    async undoUpdate(call, id, before) {
      const restored = await store.undoSupersede(call.tenant, id, (old, version) =>
        restoreBefore(old, version, before),
      );
      return requireFound(restored?.[0], id);
    },

    async merge(call, { keep, drop }, text) {
      requireDifferent({ keep, drop });
      requireValidText(text);
      const { project } = await requireMemory(call, keep);
      await requireMemory(call, drop);
      await refuseForgotten(call, project, text);
      const version = { text, id: runtime.newId("mem"), author: call.caller, at: now() };
      const createMerged = (one: Memory, other: Memory) => mergeMemories(one, other, version);
      return requireFound(await store.supersede(call.tenant, [keep, drop], createMerged), keep);
    },

    near: async (call, id, limit) =>
      similarMemories({ store, search: engine }, call.tenant, await requireMemory(call, id), limit),

    tally: (call) => store.tally(call.tenant),

    async forget(call, id) {
      const { forgotten } = await forgetAll(call, [await store.wholeId(call.tenant, id)]);
      if (forgotten === 0) throw unknownMemory(id);
      return { forgotten };
    },

    forgetAll,

    async forgetOf(call, person, ids) {
      const at = now();
      const texts: string[] = [];
      let forgotten = 0;
      for (const id of ids) {
        const isDeleted = await store.removeVersion(
          call.tenant,
          id,
          (memory, versions) => removeVersionOf(person, memory, versions),
          (memory) => {
            texts.push(JSON.stringify(memory));
            return tombstoneOf(call, at)(memory);
          },
        );
        if (isDeleted) forgotten++;
      }
      if (forgotten > 0) await onForget?.(call.tenant, texts);
      return { forgotten };
    },

    async removeMentions(call, person, ids) {
      for (const id of ids) await store.change(call.tenant, id, (memory) => withoutMentions(memory, person));
    },

    async allowAgain(call, id) {
      if (!(await store.removeTombstone(call.tenant, id))) throw unknownMemory(id);
    },

    async signal(call, given, signal) {
      const id = await store.wholeId(call.tenant, given);
      const vote = { at: recordedAt(call, runtime), by: call.caller, signal };
      return requireFound(await store.change(call.tenant, id, (memory) => withVote(memory, vote)), id);
    },

    count: (call) => store.count(call.tenant),
  };
}

function requireFound(memory: Memory | undefined, id: string): Memory {
  if (!memory) throw unknownMemory(id);
  return memory;
}

const unknownMemory = (id: string) =>
  new AppError("missing", `Memory not found: ${id}`, { hint: "Find ids with memory_search or memory_list." });
