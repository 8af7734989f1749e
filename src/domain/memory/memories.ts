import { isAbsolute } from "node:path";
import { AppError } from "../../base/errors.js";
import type { World } from "../../base/world.js";
import {
  type Anchor,
  type CastVote,
  type Evidence,
  isCurrent,
  type Memory,
  type MemorySource,
  type MemoryState,
  type Outcome,
} from "../../store/memory/memory.js";
import type { MemoryStore, MemoryTally } from "../../store/memory/memory-store.js";
import type { Call } from "../call.js";
import type { Identity } from "../identity/identity.js";
import type { Search } from "../search/search.js";
import type { Anchors } from "./anchors.js";
import { afterSignal, initialConfidence, type Signal } from "./confidence.js";
import { joined, type MergedWords, olderThan, refuseMerge } from "./merge-memories.js";
import { type NearMemory, nearMemories } from "./near-memories.js";
import { rankMemories } from "./rank-memories.js";
import { contentKey, likeness, sketchLikeness, sketchOf } from "./same-text.js";

export interface Lesson {
  readonly project: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
  /** Files or symbols that it speaks of. */
  readonly anchors?: readonly string[];
  readonly source?: MemorySource;
  /** Where it was taken from, when it was written down elsewhere before. */
  readonly from?: string;
}

export interface MemoryChanges {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly anchors?: readonly string[] | undefined;
  readonly state?: Exclude<MemoryState, "superseded"> | undefined;
  /** Says that it still holds: what its anchors look like now is what it speaks of. */
  readonly confirm?: boolean | undefined;
  readonly reason?: string | undefined;
}

export interface ShownMemory extends Memory {
  /** Anchors that changed since it was recorded or last confirmed. */
  readonly stale: readonly string[];
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
  /** Keeps a lesson. One that says the same as a known one is joined to it as further evidence. */
  record(call: Call, lesson: Lesson): Promise<Memory>;
  /** What became of these words before: the state they are kept in, or that they were forgotten. */
  knows(call: Call, lesson: Lesson, how: { nearly: boolean }): Promise<MemoryState | "forgotten" | undefined>;
  /** Keeps lessons that are known to be new, as they are and without anchors. */
  addAll(call: Call, lessons: readonly Lesson[]): Promise<void>;
  search(call: Call, query: MemoryQuery): Promise<ShownMemory[]>;
  /** Those that may be shown without being asked for: meant as memories by somebody, or proven. */
  toInject(call: Call, query: MemoryQuery): Promise<ShownMemory[]>;
  list(call: Call, listing: MemoryListing): Promise<{ memories: ShownMemory[]; total: number }>;
  /** The memory, and those it replaced, newest first. */
  get(call: Call, id: string): Promise<{ memory: ShownMemory; history: Memory[] }>;
  /** New words make a new memory that supersedes the old one; anything else changes it in place. */
  update(call: Call, id: string, changes: MemoryChanges): Promise<Memory>;
  /** Deletes it and what it replaced; the same words are refused from then on. */
  forget(call: Call, id: string): Promise<{ forgotten: number }>;
  allowAgain(call: Call, id: string): Promise<void>;
  signal(call: Call, id: string, signal: Signal): Promise<Memory>;
  count(call: Call): Promise<number>;
  tally(call: Call): Promise<MemoryTally[]>;
  /** Those that speak of nearly the same, the nearest first. */
  near(call: Call, id: string, limit: number): Promise<NearMemory[]>;
  /** Makes one of two that say the same: the first stays in the words given, the second is superseded by it. */
  merge(call: Call, pair: { keep: string; drop: string }, words: MergedWords): Promise<Memory>;
}

interface Parts {
  readonly store: MemoryStore;
  readonly search: Search;
  readonly anchors: Anchors;
  readonly identity: Identity;
  readonly world: World;
}

/** Texts that share this part of their words say the same. */
const sameFrom = 0.85;
const evidenceKept = 50;

export function createMemories({ store, search: engine, anchors, identity, world }: Parts): Memories {
  const now = () => world.now().toISOString();

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

  const findForgotten = async (call: Call, names: readonly string[], title: string, content: string) => {
    const marks = (await Promise.all(names.map((name) => store.forgotten(call.tenant, name)))).flat();
    if (marks.length === 0) return undefined;
    const [key, sketch] = [contentKey(title, content), sketchOf(title, content)];
    return marks.find((one) => one.contentKey === key || sketchLikeness(one.sketch, sketch) >= sameFrom);
  };

  const evidenceOf = (call: Call, { title, from }: Lesson): Evidence => ({
    ...{ at: now(), author: call.caller, title },
    ...(from === undefined ? {} : { from }),
  });

  const newMemory = (call: Call, lesson: Lesson, taken: readonly Anchor[]): Memory => {
    const evidence = evidenceOf(call, lesson);
    return {
      id: world.newId("mem"),
      project: lesson.project,
      title: lesson.title,
      content: lesson.content,
      outcome: lesson.outcome,
      confidence: initialConfidence,
      tags: [...new Set(lesson.tags)],
      state: "candidate",
      source: lesson.source ?? "explicit",
      author: call.caller,
      anchors: taken,
      evidence: [evidence],
      votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 },
      supersedes: "",
      supersededBy: "",
      reason: "",
      contentKey: contentKey(lesson.title, lesson.content),
      createdAt: evidence.at,
      updatedAt: evidence.at,
    };
  };

  const refuseForgotten = async (call: Call, names: readonly string[], title: string, content: string) => {
    const mark = await findForgotten(call, names, title, content);
    if (mark) throw wasForgotten(mark.id, mark.at);
  };

  const sameContent = async (call: Call, names: readonly string[], key: string) =>
    (await Promise.all(names.map((name) => store.sameContent(call.tenant, name, key)))).flat();

  const findSame = async (call: Call, projects: readonly string[], { title, content, outcome }: Lesson) => {
    const same = await sameContent(call, projects, contentKey(title, content));
    if (same.length > 0) return same.find((one) => isCurrent(one) && one.outcome === outcome);
    const text = `${title}\n${content}`;
    // The beginning tells the candidates; the whole decides.
    const query = { projects, query: text.slice(0, 200), limit: 5, exactly: true };
    const near = await rankMemories({ store, search: engine }, call.tenant, query);
    return near.find((one) => one.outcome === outcome && likeness(`${one.title}\n${one.content}`, text) >= sameFrom);
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

  const update = async (call: Call, id: string, changes: MemoryChanges): Promise<Memory> => {
    const old = await mustExist(call, id);
    const root = (await rootOf(call, old.project)) ?? call.folder;
    const names = changes.anchors ?? old.anchors.map(({ name }) => name);
    const [title, content] = [changes.title ?? old.title, changes.content ?? old.content];
    const hasNewWords =
      title !== old.title || content !== old.content || (changes.outcome ?? old.outcome) !== old.outcome;
    const reanchors = changes.anchors !== undefined || changes.confirm === true || hasNewWords;
    const at = now();
    const changed: Memory = {
      ...old,
      ...{ title, content, outcome: changes.outcome ?? old.outcome, tags: changes.tags ?? old.tags },
      state: changes.state ?? old.state,
      anchors: reanchors ? await anchors.take(root, names) : old.anchors,
      updatedAt: at,
    };
    if (!hasNewWords) {
      const { tags, state, anchors: taken } = changed;
      return must(
        await store.change(call.tenant, id, (one) => ({ ...one, tags, state, anchors: taken, updatedAt: at })),
        id,
      );
    }
    if (old.supersededBy !== "") throw alreadyReplaced(old);
    await refuseForgotten(call, [old.project], title, content);
    const successor: Memory = {
      ...changed,
      id: world.newId("mem"),
      ...{ author: call.caller, supersedes: old.id, supersededBy: "", reason: changes.reason ?? "", createdAt: at },
      state: changes.state ?? (old.state === "rejected" ? "candidate" : old.state),
      contentKey: contentKey(title, content),
    };
    await store.supersede(call.tenant, successor);
    return successor;
  };

  return {
    async record(call, lesson) {
      const project = await identity.project(call, lesson.project);
      const names = await identity.projectNames(call, lesson.project);
      await refuseForgotten(call, names, lesson.title, lesson.content);
      const evidence = evidenceOf(call, lesson);
      const same = await findSame(call, names, lesson);
      if (same) return (await store.change(call.tenant, same.id, (one) => join(one, lesson, evidence))) ?? same;
      const root = await identity.root(call.folder);
      const memory = newMemory(call, { ...lesson, project }, await anchors.take(root, lesson.anchors ?? []));
      // Looked for again with the adding: whoever sends a request twice may have both under way at once.
      return store.addOnce(call.tenant, memory);
    },

    async addAll(call, lessons) {
      const projects = new Map<string, string>();
      for (const { project } of lessons) projects.set(project, await identity.project(call, project));
      const memories = lessons.map((one) => newMemory(call, { ...one, project: projects.get(one.project) ?? "" }, []));
      await store.addAll(call.tenant, memories);
    },

    async knows(call, lesson, { nearly }) {
      const { title, content } = lesson;
      const names = await identity.projectNames(call, lesson.project);
      const [same] = await sameContent(call, names, contentKey(title, content));
      if (same) return same.state;
      if (await findForgotten(call, names, title, content)) return "forgotten";
      return nearly ? (await findSame(call, names, lesson))?.state : undefined;
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

    async get(call, id) {
      const memory = await mustExist(call, id);
      return { memory: await show(call, memory), history: await predecessors(call, memory) };
    },

    update,

    async merge(call, { keep, drop }, words) {
      const [kept, dropped] = [await mustExist(call, keep), await mustExist(call, drop)];
      refuseMerge(kept, dropped);
      const { id } = await update(call, keep, { ...words, reason: `Merged with ${drop}` });
      const merged = must(await store.change(call.tenant, id, (one) => joined(one, dropped)), id);
      await store.change(call.tenant, drop, (one) => ({
        ...one,
        ...{ state: "superseded", supersededBy: id, updatedAt: merged.updatedAt },
      }));
      return merged;
    },

    async near(call, id, limit) {
      return nearMemories({ store, search: engine }, call.tenant, await mustExist(call, id), limit);
    },

    tally: (call) => store.tally(call.tenant),

    async forget(call, id) {
      const memory = await mustExist(call, id);
      const all = [memory, ...(await predecessors(call, memory))];
      const at = now();
      const marks = all.map((one) => ({
        ...{ id: one.id, project: one.project, contentKey: one.contentKey, by: call.caller, at },
        sketch: sketchOf(one.title, one.content),
      }));
      await store.forget(call.tenant, marks);
      return { forgotten: marks.length };
    },

    async allowAgain(call, id) {
      if (!(await store.allowAgain(call.tenant, id))) throw unknownMemory(id);
    },

    async signal(call, id, signal) {
      const at = now();
      return must(
        await store.change(call.tenant, id, (memory) => withSignal(memory, { at, by: call.caller, signal })),
        id,
      );
    },

    count: (call) => store.count(call.tenant),
  };

  /** What it replaced and what was merged into it, the newest first. */
  async function predecessors(call: Call, memory: Memory): Promise<Memory[]> {
    const found = new Map<string, Memory>();
    const waiting = olderThan(memory);
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const older = found.has(id) || id === memory.id ? undefined : await store.get(call.tenant, id);
      if (!older) continue;
      found.set(id, older);
      waiting.push(...olderThan(older));
    }
    return [...found.values()];
  }
}

const join = (memory: Memory, { tags, source }: Lesson, evidence: Evidence): Memory => ({
  ...memory,
  tags: [...new Set([...memory.tags, ...tags])],
  source: source === undefined || source === "explicit" ? "explicit" : memory.source,
  evidence: [...memory.evidence, evidence].slice(-evidenceKept),
  updatedAt: evidence.at,
});

/** A good word proves a candidate; a bad one only costs trust, because it may have been used where it does not fit. */
function withSignal(memory: Memory, vote: Omit<CastVote, "confidence">): Memory {
  const { signal, at } = vote;
  const confidence = afterSignal(memory.confidence, signal);
  const isGood = signal === "helpful" || signal === "succeeded";
  const cast = [...(memory.votes.cast ?? []), { ...vote, confidence }].slice(-evidenceKept);
  return {
    ...memory,
    confidence,
    votes: { ...memory.votes, [signal]: memory.votes[signal] + 1, cast },
    state: memory.state === "candidate" && isGood ? "verified" : memory.state,
    updatedAt: at,
  };
}

function must(memory: Memory | undefined, id: string): Memory {
  if (!memory) throw unknownMemory(id);
  return memory;
}

const unknownMemory = (id: string) =>
  new AppError("missing", `Memory not found: ${id}`, { hint: "Find ids with memory_search or memory_list." });

const alreadyReplaced = ({ id, supersededBy }: Memory) =>
  new AppError("conflict", `Memory ${id} was superseded by ${supersededBy}.`, {
    hint: `Update ${supersededBy} instead.`,
  });

const wasForgotten = (id: string, at: string) =>
  new AppError("conflict", `This was forgotten on ${at.slice(0, 10)} (${id}) and is not recorded again.`, {
    hint: `A person can allow it again with \`throughline memory allow ${id}\`.`,
    details: { forgotten: id },
  });
