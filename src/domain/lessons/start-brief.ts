import { sessionEvidence } from "../../store/memory/forget-session.js";
import { personScope } from "../../store/memory/memory.js";
import type { ShownMemory } from "../memory/memories.js";
import { filesOf, kindOf, lessonLines, saidAt, shortLessonLine, wishLine } from "./given-lesson.js";
import type { LessonLine, LineSection } from "./lesson-line.js";
import { isBroken, type SessionEnd } from "./session-ends.js";
import { type TeamEntry, teamEntryLine } from "./team-entries.js";

export interface BriefSources {
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
  const states = lessons.filter((one) => kindOf(one) === "state").toSorted((a, b) => (saidAt(a) < saidAt(b) ? 1 : -1));
  const others = lessons
    .filter((one) => kindOf(one) !== "rule" && kindOf(one) !== "state" && isKnown(one))
    .toSorted(byUse);
  const files = new Set([...changedFiles, ...(sessions[0]?.files ?? [])]);
  const atHand = others.filter((one) => filesOf(one).some((file) => files.has(file)));
  return [
    { title: "Continue from this checkpoint", lines: checkpoint },
    {
      title: "Rules here",
      lines: [...teamEntries.map(teamEntryLine), ...rules.map(shortLessonLine)],
      maxLength: Math.floor(maxLength * maxRulesShare),
    },
    {
      title: "Wishes of the person; rules here win",
      lines: ofPerson.map(wishLine),
      maxLength: maxPersonLength,
    },
    { title: "About the files at work", lines: atHand.map(shortLessonLine) },
    {
      title: "Where things stand",
      lines: parts.sessions ? standing(states, sessions) : [],
      maxLength: maxSessionsLength,
    },
    { title: "Known here", lines: others.map(shortLessonLine) },
  ];
}

/** How the newest sessions left things, in the words of a writer where there is one. */
function standing(states: readonly ShownMemory[], sessions: readonly SessionEnd[]): LessonLine[] {
  const isStated = ({ sessionId }: SessionEnd) =>
    states[0]?.evidence.some(({ from }) => from === sessionEvidence(sessionId)) === true;
  return [
    ...lessonLines(states),
    ...sessions.flatMap((session) => (isStated(session) ? session.lines.filter(isBroken) : session.lines)),
  ];
}

/** What helped comes first, then the newest. */
const byUse = (a: ShownMemory, b: ShownMemory): number => b.confidence - a.confidence;
