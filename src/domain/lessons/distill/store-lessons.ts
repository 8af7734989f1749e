import { isAbsolute, join, relative } from "node:path";
import { laterOf } from "../../../base/days.js";
import { AppError } from "../../../base/errors.js";
import type { Files } from "../../../engine/files.js";
import { sessionEvidence } from "../../../store/memory/forget-session.js";
import type { Call } from "../../call.js";
import { usableGuards } from "../../guards/guard-text.js";
import type { ProjectResolver } from "../../identity/project-resolver.js";
import type { Lesson } from "../../memory/lesson.js";
import type { Memories, ShownMemory } from "../../memory/memories.js";
import { kindOf, lessonKinds, newestSaid, saidAt } from "../given-lesson.js";
import type { CheckedLesson, DroppedLesson } from "./check-lessons.js";

/** A lesson that was stored or, in a dry run without an id, would be; `of` is the one that it confirms or replaces. */
export type WrittenLesson = ReturnType<typeof shown>;

interface Deps {
  readonly memories: Pick<Memories, "record" | "update" | "stateOf">;
  readonly identity: Pick<ProjectResolver, "root">;
  readonly files: Pick<Files, "exists">;
}

/** The session, and the lessons of its project. */
type Source = { readonly sessionId: string; readonly lessons: readonly ShownMemory[]; readonly dryRun: boolean };

/** Stores lessons of one session as candidates. One that was forgotten, rejected or replaced stays so. */
export async function storeLessons(deps: Deps, call: Call, checked: readonly CheckedLesson[], source: Source) {
  const { sessionId, lessons, dryRun } = source;
  const written: WrittenLesson[] = [];
  const dropped: DroppedLesson[] = [];
  // How things stand is one lesson, which each session replaces.
  const isState = (one: ShownMemory) => kindOf(one) === "state" && one.source === "distilled";
  const [lastState] = lessons.filter(isState).toSorted(newestSaid);
  for (const draft of checked) {
    const one = draft.kind === "state" && lastState ? { ...draft, confirms: "", replaces: lastState.id } : draft;
    const old = lessons.find(({ id }) => id === (one.confirms || one.replaces));
    if (isOvertaken(draft, checked, lastState)) {
      dropped.push({ title: draft.title, reason: "how things stand was said later" });
      continue;
    }
    const lesson = await lessonOf(deps, call, one, old, sessionId);
    const state = old ? undefined : await deps.memories.stateOf(call, lesson);
    if (state === "rejected" || state === "forgotten" || state === "superseded") {
      dropped.push({ title: lesson.title, reason: `it was ${state} before` });
      continue;
    }
    try {
      const id = dryRun ? undefined : await store(deps, call, lesson, one, old);
      written.push(shown(one, lesson, id));
    } catch (error) {
      // Changed or forgotten meanwhile; what was written before stays.
      if (!(error instanceof AppError) || error.problem === "unavailable") throw error;
      dropped.push({ title: lesson.title, reason: error.message });
    }
  }
  return { written, dropped };
}

/** A session that is read late, or the first part of a long one. */
function isOvertaken(draft: CheckedLesson, all: readonly CheckedLesson[], last: ShownMemory | undefined): boolean {
  if (draft.kind !== "state") return false;
  const at = lastQuoteAt(draft);
  return (last !== undefined && saidAt(last) > at) || all.some((one) => one.kind === "state" && lastQuoteAt(one) > at);
}

const lastQuoteAt = ({ quotes }: CheckedLesson): string =>
  quotes.map(({ exchange }) => exchange.at).reduce(laterOf, "");

async function store(
  { memories }: Deps,
  call: Call,
  lesson: Lesson,
  { replaces }: CheckedLesson,
  old: ShownMemory | undefined,
): Promise<string> {
  if (replaces === "" || !old) return (await memories.record(call, lesson)).id;
  const { title, content, anchors = [], evidence = [], guards } = lesson;
  const tags = [...lesson.tags, ...old.tags.filter((tag) => !(lessonKinds as readonly string[]).includes(tag))];
  const reason = evidence.map(({ quote }) => `"${quote}"`).join(" ");
  const common = { title, content, tags, anchors, reason, evidence, source: "distilled", state: "candidate" } as const;
  const changes = guards ? { ...common, guards } : common;
  return (await memories.update(call, old.id, changes)).id;
}

async function lessonOf(
  deps: Deps,
  call: Call,
  { kind, title, content, files, quotes, confirms, guard }: CheckedLesson,
  old: ShownMemory | undefined,
  sessionId: string,
): Promise<Lesson> {
  const from = sessionEvidence(sessionId);
  const evidence = quotes.map(({ exchange: { at, key: exchange }, quote }) => ({ at, from, exchange, quote }));
  const common = { project: call.folder, source: "distilled", evidence } as const;
  // The same text makes it further evidence of that lesson.
  if (old && confirms !== "")
    return { ...common, title: old.title, content: old.content, outcome: old.outcome, tags: [] };
  const cited = quotes.map(({ exchange }) => exchange.source).join("\n");
  const anchors = await existing(deps, call, files, cited);
  const guards = usableGuards(guard, `${title}\n${content}\n${cited}`);
  const outcome = kind === "trap" ? "failure" : "success";
  return { ...common, title, content, outcome, tags: [kind], anchors, ...guards };
}

const maxAnchors = 5;

/** Paths inside the project that exist and that the cited exchanges name. */
async function existing({ files, identity }: Deps, call: Call, paths: readonly string[], cited: string) {
  const root = await identity.root(call.folder);
  const inside = paths
    .filter((path) => cited.includes(path))
    .map((path) => (isAbsolute(path) ? relative(root, path) : path).replace(/^\.\//, ""))
    .filter((path) => path !== "" && !isAbsolute(path) && !path.split(/[\\/]/).includes(".."));
  const there = await Promise.all(inside.map((path) => files.exists(join(root, path)).catch(() => false)));
  return [...new Set(inside.filter((_, i) => there[i]))].slice(0, maxAnchors);
}

function shown(lesson: CheckedLesson, { title, content }: Lesson, id?: string) {
  const { kind, quotes, confirms, replaces } = lesson;
  const change: "new" | "confirms" | "replaces" = replaces ? "replaces" : confirms ? "confirms" : "new";
  const old = replaces || confirms ? { of: replaces || confirms } : {};
  const evidence = quotes.map(({ exchange: { label: exchange, at }, quote }) => ({ exchange, at, quote }));
  return { ...(id === undefined ? {} : { id }), change, ...old, kind, title, content, evidence };
}
