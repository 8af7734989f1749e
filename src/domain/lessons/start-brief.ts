import { firstText } from "../../hosts/json-fields.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import { sessionEvidence } from "../../store/memory/forget-session.js";
import { personScope } from "../../store/memory/memory.js";
import type { ShownMemory } from "../memory/memories.js";
import {
  filesOf,
  kindOf,
  lessonGroupLine,
  lessonLine,
  lessonsAbout,
  newestSaid,
  shortLessonLine,
  wishLine,
} from "./given-lesson.js";
import { fitSections, type LessonLine, type LineSection } from "./lesson-line.js";
import { isBroken, type SessionEnd } from "./session-ends.js";
import { type TeamEntry, teamEntryLine } from "./team-entries.js";

interface BriefSources {
  /** What the last session handed over, if it is fresh. */
  readonly checkpoint: readonly LessonLine[];
  /** Newest first. */
  readonly lessons: readonly ShownMemory[];
  readonly teamEntries: readonly TeamEntry[];
  readonly sessions: readonly SessionEnd[];
  /** Files that are changed but not committed. */
  readonly changedFiles: readonly string[];
  readonly parts: { readonly sessions: boolean; readonly decisions: boolean };
}

/** Of the rules, so that a project with many of them also says where things stand. */
const maxRulesShare = 0.5;
const maxSessionsLength = 1100;
/** Of what holds for the person in every project, with its title. */
const maxPersonLength = 300;

/** The sections of what an agent receives at the start of a session, the most important first. */
export function briefSections(sources: BriefSources, maxLength: number): LineSection[] {
  const { checkpoint, lessons: all, teamEntries, sessions, changedFiles, parts } = sources;
  const isKnown = (one: ShownMemory) => parts.decisions || kindOf(one) !== "decision";
  const lessons = all.filter(({ project }) => project !== personScope);
  const isSaidHere = ({ contentKey }: ShownMemory) => lessons.some((one) => one.contentKey === contentKey);
  const ofPerson = all.filter((one) => one.project === personScope && !isSaidHere(one));
  const rules = lessons.filter((one) => kindOf(one) === "rule");
  const states = lessons.filter((one) => kindOf(one) === "state");
  const others = lessons.filter((one) => kindOf(one) !== "rule" && kindOf(one) !== "state" && isKnown(one));
  const files = new Set([...changedFiles, ...(sessions[0]?.files ?? [])]);
  const atHand = others.filter((one) => filesOf(one).some((file) => files.has(file)));
  return [
    { title: "Continue from this checkpoint", lines: checkpoint },
    {
      title: "Rules here",
      lines: [...teamEntries.map(teamEntryLine), ...rules.map(shortLessonLine)],
      maxLength: Math.floor(maxLength * maxRulesShare),
    },
    { title: "Wishes of the person; rules here win", lines: ofPerson.map(wishLine), maxLength: maxPersonLength },
    { title: "About the files at work", lines: atHand.map(shortLessonLine) },
    {
      title: "Where things stand",
      lines: parts.sessions ? standing(states, sessions) : [],
      maxLength: maxSessionsLength,
    },
    { title: "Known here", lines: bySession(others.filter((one) => !atHand.includes(one))) },
  ];
}

const maxOfSession = 5;

/** What each session taught in one line, the newest first: half of what a session needs was said in the two before it. */
function bySession(lessons: readonly ShownMemory[]): LessonLine[] {
  const groups = new Map<string, ShownMemory[]>();
  for (const one of lessons.toSorted(newestSaid)) {
    const source = one.evidence.find(({ from }) => from !== undefined)?.from ?? one.id;
    groups.set(source, [...(groups.get(source) ?? []), one]);
  }
  // What helped comes first, then the newest.
  const sorted = [...groups.values()].map((group) => group.toSorted((a, b) => b.confidence - a.confidence));
  return sorted.map((group) => lessonGroupLine(group.slice(0, maxOfSession)));
}

/** How the newest sessions left things: in the words of a writer if the newest has one. */
function standing(states: readonly ShownMemory[], sessions: readonly SessionEnd[]): LessonLine[] {
  const [newest] = sessions;
  const isOf = ({ evidence }: ShownMemory) =>
    newest === undefined || evidence.some(({ from }) => from === sessionEvidence(newest.sessionId));
  const stated = states.filter(isOf);
  const isStated = (i: number) => i === 0 && stated.length > 0;
  const ends = sessions.flatMap(({ lines }, i) => (isStated(i) ? lines.filter(isBroken) : lines));
  return [...stated.map(lessonLine), ...ends];
}

/** In characters, with the fence. */
const maxSubagentLength = 500;
/** The fence with its label and source, and the title. */
const frameLength = 195;

/** What a sub-agent receives: lessons about its task and about the files that its prompt names, then the other rules. */
export function subagentBrief(lessons: readonly ShownMemory[], task: string) {
  const isNamed = (one: ShownMemory) =>
    filesOf(one).some((file) => task.includes(file.slice(file.lastIndexOf("/") + 1)));
  const rules = lessons.filter((one) => kindOf(one) === "rule");
  const ordered = task === "" ? rules : [...lessonsAbout(lessons, task), ...lessons.filter(isNamed), ...rules];
  const all = [...new Set(ordered)].map(shortLessonLine);
  return fitSections([{ title: "Known here", lines: all }], maxSubagentLength - frameLength);
}

/** The last calls with which a session starts agents, side by side, the oldest first. */
export function openTasks(events: readonly SessionEvent[]): { readonly call: string; readonly prompt: string }[] {
  const tasks = events.flatMap((event) => {
    if (event.kind === "prompt") return [{ call: "", prompt: "" }];
    if (event.kind !== "call") return [];
    const isStart = /agent|task/i.test(event.tool);
    const prompt = isStart ? firstText(event.input, "prompt", "message", "task", "instructions") : "";
    return [{ call: event.call, prompt }];
  });
  return tasks.slice(tasks.findLastIndex(({ prompt }) => prompt === "") + 1);
}
