import { isAbsolute } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { type Anchor, type Memory, type MemoryState, personScope } from "../../store/memory/memory.js";
import type { MemoryStore, Tombstone } from "../../store/memory/memory-store.js";
import { type Call, recordedAt } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import type { Search } from "../search/search.js";
import type { Anchors } from "./anchors.js";
import type { Signal } from "./confidence.js";
import { createDuplicateFinder, rankMemories, similarMemories } from "./find-memories.js";
import { type Lesson, type LessonText, type Optional, refuseProjectDetail, requireValidText } from "./lesson.js";
import {
  anchorsToDigest,
  changeInPlace,
  hasNewText,
  type MemoryChanges,
  mergeMemories,
  restoreBefore,
  successorOf,
} from "./memory-changes.js";
import { newMemory, withEvidence, withVote } from "./new-memory.js";
import { removeVersionOf, withoutMentions } from "./remove-person.js";
import { tombstoneSketch } from "./text-similarity.js";

/** With the anchors that changed since it was recorded or last confirmed. */
export type ShownMemory = Memory & { readonly stale: readonly string[] };

type RecordedMemory = Memory & { readonly isJoined: boolean; readonly similarTo?: string };

interface MemoryListing extends Optional<Pick<Memory, "project" | "state" | "outcome">> {
  readonly tag?: string | undefined;
  readonly limit: number;
  readonly offset: number;
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

/** Lessons learned in earlier sessions. */
export type Memories = ReturnType<typeof createMemories>;

export function createMemories({ store, search: engine, anchors, identity, runtime, onForget }: Deps) {
  const duplicates = createDuplicateFinder({ store, search: engine });

  const requireMemory = async (call: Call, id: string) => requireFound(await store.get(call.tenant, id), id);

  const withStaleAnchors = async (call: Call, memory: Memory): Promise<ShownMemory> => {
    if (memory.anchors.length === 0) return { ...memory, stale: [] };
    const root = await rootOf(call, memory.project);
    return { ...memory, stale: root === undefined ? [] : await anchors.changed(root, memory.anchors) };
  };
  const allWithStaleAnchors = (call: Call, memories: readonly Memory[]) =>
    Promise.all(memories.map((memory) => withStaleAnchors(call, memory)));

  /** The folder of a project: known only for the project of the call, and for one that is named by its path. */
  const rootOf = async (call: Call, project: string) => {
    if ((await identity.projectNames(call, call.folder)).includes(project)) return identity.root(call.folder);
    return isAbsolute(project) ? project : undefined;
  };

  const createMemory = async (call: Call, lesson: Lesson, anchors: readonly Anchor[] = []): Promise<Memory> => {
    const project = await identity.project(call, lesson.project);
    const facts = { id: runtime.newId("mem"), at: recordedAt(call, runtime), author: call.caller, anchors };
    return newMemory({ ...lesson, project }, facts);
  };

  /**
   * Records a lesson. If a current memory has the same text, it is joined: the lesson becomes further evidence of it.
   * `similarTo` is a current one with nearly the same text.
   */
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

  type Forget = (id: string, bury: (memory: Memory) => Tombstone) => Promise<number | boolean>;

  /** Forgets each and then the copies of their texts; returns how many memories that were. */
  const forgetEach = async ({ tenant, caller: by }: Call, ids: readonly string[], forget: Forget) => {
    const at = runtime.now().toISOString();
    const texts: string[] = [];
    const bury = (memory: Memory): Tombstone => {
      texts.push(JSON.stringify(memory));
      const { id, project, contentKey, title, content } = memory;
      return { id, project, contentKey, by, at, sketch: tombstoneSketch(title, content) };
    };
    let forgotten = 0;
    for (const id of ids) forgotten += Number(await forget(id, bury));
    if (forgotten > 0) await onForget?.(tenant, texts);
    return { forgotten };
  };

  /** Deletes memories and those they superseded; the same texts are refused from then on. One that does not exist is skipped. */
  const forgetAll = (call: Call, ids: readonly string[]) =>
    forgetEach(call, ids, (id, bury) => store.forget(call.tenant, id, bury));

  const refuseForgotten = async (call: Call, project: string, text: LessonText) =>
    duplicates.refuseForgotten(call.tenant, await identity.projectNames(call, project), text);

  return {
    record,
    forgetAll,

    /** Adds lessons without anchors and without a search for similar memories. */
    async addAll(call: Call, lessons: readonly Lesson[]): Promise<void> {
      const memories = [];
      for (const lesson of lessons) memories.push(await createMemory(call, lesson));
      await store.add(call.tenant, memories, withEvidence);
    },

    /** The state of the memory with this text, or that it was forgotten. */
    async stateOf(call: Call, lesson: Lesson): Promise<MemoryState | "forgotten" | undefined> {
      const names = await identity.projectNames(call, lesson.project);
      const [same] = await duplicates.withSameText(call.tenant, names, lesson);
      if (same) return same.state;
      return (await duplicates.findTombstone(call.tenant, names, lesson)) ? "forgotten" : undefined;
    },

    async search(call: Call, { project, query, limit }: { project: string; query: string; limit: number }) {
      const projects = await identity.projectNames(call, project);
      const search = { projects, query, limit };
      return allWithStaleAnchors(call, await rankMemories({ store, search: engine }, call.tenant, search));
    },

    async list(call: Call, { project, state, tag, outcome, limit, offset }: MemoryListing) {
      const filter = {
        ...(project === undefined ? {} : { projects: await identity.projectNames(call, project) }),
        ...(state === undefined ? {} : { states: [state] }),
        ...(tag === undefined ? {} : { tag }),
        ...(outcome === undefined ? {} : { outcome }),
      };
      const memories = await store.list(call.tenant, filter, { limit, offset });
      return { memories: await allWithStaleAnchors(call, memories), total: await store.count(call.tenant, filter) };
    },

    /** Those of the call's folder and of the person that may be given without being asked for, newest first. */
    async trusted(call: Call, limit: number): Promise<ShownMemory[]> {
      const names = [...(await identity.projectNames(call, call.folder)), personScope];
      return allWithStaleAnchors(call, await store.trusted(call.tenant, names, limit));
    },

    /** The newest memories of all projects; anchors are not checked. */
    newest: (call: Call, limit: number) => store.list(call.tenant, {}, { limit, offset: 0 }),

    /** The memory, and those it superseded, newest first. */
    async get(call: Call, given: string): Promise<{ memory: ShownMemory; history: Memory[] }> {
      const id = await store.wholeId(call.tenant, given);
      const [memory, ...history] = await store.lineage(call.tenant, id);
      return { memory: await withStaleAnchors(call, requireFound(memory, id)), history };
    },

    /** A new text creates a memory that supersedes the old one; other changes are made in place. */
    async update(call: Call, given: string, changes: MemoryChanges): Promise<Memory> {
      const id = await store.wholeId(call.tenant, given);
      const old = await requireMemory(call, id);
      const root = (await rootOf(call, old.project)) ?? call.folder;
      const digests = await anchors.digestAll(root, anchorsToDigest(old, changes));
      const change = { changes, at: recordedAt(call, runtime), digests };
      if (!hasNewText(old, changes))
        return requireFound(await store.change(call.tenant, id, (one) => changeInPlace(one, change)), id);
      requireValidText(changes);
      const text = { title: changes.title ?? old.title, content: changes.content ?? old.content };
      await refuseForgotten(call, old.project, text);
      const version = { ...change, id: runtime.newId("mem"), author: call.caller };
      return requireFound(await store.supersede(call.tenant, [id], (one) => successorOf(one, version)), id);
    },

    /** Undoes an update that created a new version: the version is deleted, and the one before is current again. */
    async undoUpdate(call: Call, id: string, before: Pick<Memory, "state" | "updatedAt">): Promise<Memory> {
      const restore = (old: Memory, version: Memory) => restoreBefore(old, version, before);
      const restored = await store.undoSupersede(call.tenant, id, restore);
      return requireFound(restored?.[0], id);
    },

    /** Merges two memories with the same meaning: a new version of the first, with the given text, supersedes both. */
    async merge(call: Call, { keep, drop }: { keep: string; drop: string }, text: LessonText): Promise<Memory> {
      if (keep === drop)
        throw new AppError("invalid", "A memory cannot be merged with itself.", { hint: "Choose another memory." });
      requireValidText(text);
      const { project } = await requireMemory(call, keep);
      await requireMemory(call, drop);
      await refuseForgotten(call, project, text);
      const version = { text, id: runtime.newId("mem"), author: call.caller, at: runtime.now().toISOString() };
      const createMerged = (one: Memory, other: Memory) => mergeMemories(one, other, version);
      return requireFound(await store.supersede(call.tenant, [keep, drop], createMerged), keep);
    },

    /** Memories with similar texts, most similar first. */
    near: async (call: Call, id: string, limit: number) =>
      similarMemories({ store, search: engine }, call.tenant, await requireMemory(call, id), limit),

    tally: (call: Call) => store.tally(call.tenant),

    /** Deletes the memory and those it superseded; the same text is refused from then on. */
    async forget(call: Call, id: string): Promise<{ forgotten: number }> {
      const { forgotten } = await forgetAll(call, [await store.wholeId(call.tenant, id)]);
      if (forgotten === 0) throw unknownMemory(id);
      return { forgotten };
    },

    /** Deletes the versions of memories that a person wrote, newest first, but none that others wrote or recorded too. */
    forgetOf: (call: Call, person: string, ids: readonly string[]) =>
      forgetEach(call, ids, (id, bury) => store.removeVersion(call.tenant, id, removeVersionOf(person), bury)),

    /** Removes a person's evidence, and the name from their votes, from memories of others. */
    async removeMentions(call: Call, person: string, ids: readonly string[]): Promise<void> {
      for (const id of ids) await store.change(call.tenant, id, (memory) => withoutMentions(memory, person));
    },

    async allowAgain(call: Call, id: string): Promise<void> {
      if (!(await store.removeTombstone(call.tenant, id))) throw unknownMemory(id);
    },

    async signal(call: Call, given: string, signal: Signal): Promise<Memory> {
      const id = await store.wholeId(call.tenant, given);
      const vote = { at: recordedAt(call, runtime), by: call.caller, signal };
      return requireFound(await store.change(call.tenant, id, (memory) => withVote(memory, vote)), id);
    },

    count: (call: Call) => store.count(call.tenant),
  };
}

function requireFound(memory: Memory | undefined, id: string): Memory {
  if (!memory) throw unknownMemory(id);
  return memory;
}

const unknownMemory = (id: string) =>
  new AppError("missing", `Memory not found: ${id}`, { hint: "Find ids with memory_search or memory_list." });
