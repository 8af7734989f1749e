import { isAbsolute } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { Anchor, Memory, MemoryState, Outcome } from "../../store/memory/memory.js";
import type { MemoryStore, MemoryTally } from "../../store/memory/memory-store.js";
import type { Call } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import type { Search } from "../search/search.js";
import type { Anchors } from "./anchors.js";
import type { Signal } from "./confidence.js";
import { createDuplicateFinder } from "./find-duplicates.js";
import { type Lesson, type LessonWords, requireWords } from "./lesson.js";
import {
  anchorsToTake,
  asBefore,
  changedInPlace,
  hasNewWords,
  type MemoryChanges,
  successorOf,
} from "./memory-changes.js";
import { mergedMemory, refuseSame } from "./merge-memories.js";
import { newMemory, withEvidence } from "./new-memory.js";
import { rankMemories } from "./rank-memories.js";
import { type SimilarMemory, similarMemories } from "./similar-memories.js";
import { minHash } from "./text-similarity.js";
import { withVote } from "./with-vote.js";

export interface ShownMemory extends Memory {
  /** Anchors that changed since it was recorded or last confirmed. */
  readonly stale: readonly string[];
}

/** A memory, and how recording it went. */
export interface RecordedMemory extends Memory {
  /** True when the words were recorded before, and the lesson became evidence of that memory. */
  readonly isJoined: boolean;
  /** Id of a current memory in nearly the same words. */
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
  /** Records a lesson. One in the same words as a current memory is joined to it as further evidence. */
  record(call: Call, lesson: Lesson): Promise<RecordedMemory>;
  /** The state of the memory in these words, or that it was forgotten. */
  stateOf(call: Call, lesson: Lesson): Promise<MemoryState | "forgotten" | undefined>;
  /** Keeps lessons that nothing like was known of, as they are and without anchors. */
  addAll(call: Call, lessons: readonly Lesson[]): Promise<void>;
  search(call: Call, query: MemoryQuery): Promise<ShownMemory[]>;
  /** Those that may be shown without being asked for: meant as memories by somebody, or proven. */
  toInject(call: Call, query: MemoryQuery): Promise<ShownMemory[]>;
  list(call: Call, listing: MemoryListing): Promise<{ memories: ShownMemory[]; total: number }>;
  /** The newest ones of every project, without a look at their anchors. */
  newest(call: Call, limit: number): Promise<Memory[]>;
  /** The memory, and those it replaced, newest first. */
  get(call: Call, id: string): Promise<{ memory: ShownMemory; history: Memory[] }>;
  /** New words make a new memory that supersedes the old one; anything else changes it in place. */
  update(call: Call, id: string, changes: MemoryChanges): Promise<Memory>;
  /** Undoes an update that made a new version: the version is deleted, and the one before is current again. */
  undoUpdate(call: Call, id: string, before: Pick<Memory, "state" | "updatedAt">): Promise<Memory>;
  /** Deletes it and what it replaced; the same words are refused from then on. */
  forget(call: Call, id: string): Promise<{ forgotten: number }>;
  allowAgain(call: Call, id: string): Promise<void>;
  signal(call: Call, id: string, signal: Signal): Promise<Memory>;
  count(call: Call): Promise<number>;
  tally(call: Call): Promise<MemoryTally[]>;
  /** Those that speak of nearly the same, the nearest first. */
  near(call: Call, id: string, limit: number): Promise<SimilarMemory[]>;
  /** Makes one of two that say the same, in the words given: a new version of the first that supersedes both. */
  merge(call: Call, pair: { keep: string; drop: string }, words: LessonWords): Promise<Memory>;
}

interface Deps {
  readonly store: MemoryStore;
  readonly search: Search;
  readonly anchors: Anchors;
  readonly identity: ProjectResolver;
  readonly runtime: Runtime;
  /** Removes the copies of forgotten texts, and the bytes they left. */
  onForget?(texts: readonly string[]): Promise<void>;
}

export function createMemories({ store, search: engine, anchors, identity, runtime, onForget }: Deps): Memories {
  const now = () => runtime.now().toISOString();
  const duplicates = createDuplicateFinder({ store, search: engine });

  const mustExist = async (call: Call, id: string) => {
    const memory = await store.get(call.tenant, id);
    if (!memory) throw unknownMemory(id);
    return memory;
  };

  const show = async (call: Call, memory: Memory): Promise<ShownMemory> => {
    if (memory.anchors.length === 0) return { ...memory, stale: [] };
    const root = await rootOf(call, memory.project);
    return { ...memory, stale: root === undefined ? [] : await anchors.changed(root, memory.anchors) };
  };

  /** Where the files of a project are: known only for the project the call works in, and for one named by its path. */
  const rootOf = async (call: Call, project: string) => {
    if ((await identity.projectNames(call, call.folder)).includes(project)) return identity.root(call.folder);
    return isAbsolute(project) ? project : undefined;
  };

  const madeOf = async (call: Call, lesson: Lesson, taken: readonly Anchor[] = []): Promise<Memory> => {
    const project = await identity.project(call, lesson.project);
    return newMemory(
      { ...lesson, project },
      { id: runtime.newId("mem"), at: now(), author: call.caller, anchors: taken },
    );
  };

  const record = async (call: Call, lesson: Lesson): Promise<RecordedMemory> => {
    requireWords(lesson);
    const names = await identity.projectNames(call, lesson.project);
    await duplicates.refuseForgotten(call.tenant, names, lesson);
    const taken = await anchors.take(await identity.root(call.folder), lesson.anchors ?? []);
    const memory = await madeOf(call, lesson, taken);
    const duplicate = await duplicates.duplicateOf(call.tenant, names, lesson);
    if (duplicate) {
      const joined = await store.change(call.tenant, duplicate.id, (one) => withEvidence(one, memory));
      // Forgotten meanwhile: then so is this.
      return joined ? { ...joined, isJoined: true } : record(call, lesson);
    }
    const similar = await duplicates.similarTo(call.tenant, names, lesson);
    const added = must((await store.add(call.tenant, [memory], withEvidence))[0], memory.id);
    return { ...added, isJoined: added.id !== memory.id, ...(similar ? { similarTo: similar.id } : {}) };
  };

  const search = async (call: Call, { project, query, limit }: MemoryQuery, fits?: (memory: Memory) => boolean) => {
    const projects = await identity.projectNames(call, project);
    const found = await rankMemories({ store, search: engine }, call.tenant, {
      projects,
      query,
      limit,
      ...(fits ? { fits } : {}),
    });
    return Promise.all(found.map((memory) => show(call, memory)));
  };

  const refuseForgotten = async (call: Call, project: string, words: LessonWords) =>
    duplicates.refuseForgotten(call.tenant, await identity.projectNames(call, project), words);

  return {
    record,

    async addAll(call, lessons) {
      const memories = [];
      for (const lesson of lessons) memories.push(await madeOf(call, lesson));
      await store.add(call.tenant, memories, withEvidence);
    },

    async stateOf(call, lesson) {
      const names = await identity.projectNames(call, lesson.project);
      const [same] = await duplicates.inSameWords(call.tenant, names, lesson);
      if (same) return same.state;
      return (await duplicates.forgotten(call.tenant, names, lesson)) ? "forgotten" : undefined;
    },

    search: (call, query) => search(call, query),
    toInject: (call, query) => search(call, query, (one) => one.source === "explicit" || one.state === "verified"),

    async list(call, { project, state, tag, outcome, limit, offset }) {
      const filter = {
        ...(project === undefined ? {} : { projects: await identity.projectNames(call, project) }),
        ...(state === undefined ? {} : { states: [state] }),
        ...(tag === undefined ? {} : { tag }),
        ...(outcome === undefined ? {} : { outcome }),
      };
      const memories = await store.list(call.tenant, filter, { limit, offset });
      const shown = await Promise.all(memories.map((memory) => show(call, memory)));
      return { memories: shown, total: await store.count(call.tenant, filter) };
    },

    newest: (call, limit) => store.list(call.tenant, {}, { limit, offset: 0 }),

    async get(call, id) {
      const [memory, ...history] = await store.lineage(call.tenant, id);
      return { memory: await show(call, must(memory, id)), history };
    },

    async update(call, id, changes) {
      const old = await mustExist(call, id);
      const root = (await rootOf(call, old.project)) ?? call.folder;
      const change = { changes, at: now(), taken: await anchors.take(root, anchorsToTake(old, changes)) };
      if (!hasNewWords(old, changes))
        return must(await store.change(call.tenant, id, (one) => changedInPlace(one, change)), id);
      requireWords(changes);
      const words = { title: changes.title ?? old.title, content: changes.content ?? old.content };
      await refuseForgotten(call, old.project, words);
      const version = { ...change, id: runtime.newId("mem"), author: call.caller };
      return must(await store.supersede(call.tenant, [id], (one) => successorOf(one, version)), id);
    },

    async undoUpdate(call, id, before) {
      const restored = await store.undoSupersede(call.tenant, id, (old, version) => asBefore(old, version, before));
      return must(restored?.[0], id);
    },

    async merge(call, { keep, drop }, words) {
      refuseSame({ keep, drop });
      requireWords(words);
      const { project } = await mustExist(call, keep);
      await mustExist(call, drop);
      await refuseForgotten(call, project, words);
      const version = { words, id: runtime.newId("mem"), author: call.caller, at: now() };
      const make = (one: Memory, other: Memory) => mergedMemory(one, other, version);
      return must(await store.supersede(call.tenant, [keep, drop], make), keep);
    },

    async near(call, id, limit) {
      return similarMemories({ store, search: engine }, call.tenant, await mustExist(call, id), limit);
    },

    tally: (call) => store.tally(call.tenant),

    async forget(call, id) {
      const at = now();
      const texts = (await store.lineage(call.tenant, id)).flatMap(({ title, content }) => [title, content]);
      const forgotten = await store.forget(call.tenant, id, (one) => ({
        ...{ id: one.id, project: one.project, contentKey: one.contentKey, by: call.caller, at },
        sketch: minHash(one.title, one.content),
      }));
      if (forgotten === 0) throw unknownMemory(id);
      await onForget?.(texts);
      return { forgotten };
    },

    async allowAgain(call, id) {
      if (!(await store.removeTombstone(call.tenant, id))) throw unknownMemory(id);
    },

    async signal(call, id, signal) {
      const vote = { at: now(), by: call.caller, signal };
      return must(await store.change(call.tenant, id, (memory) => withVote(memory, vote)), id);
    },

    count: (call) => store.count(call.tenant),
  };
}

function must(memory: Memory | undefined, id: string): Memory {
  if (!memory) throw unknownMemory(id);
  return memory;
}

const unknownMemory = (id: string) =>
  new AppError("missing", `Memory not found: ${id}`, { hint: "Find ids with memory_search or memory_list." });
