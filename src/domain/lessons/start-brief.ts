import type { ShownMemory } from "../memory/memories.js";
import { filesOf, kindOf, shortLessonLine } from "./given-lesson.js";
import type { LineSection } from "./lesson-line.js";
import type { SessionEnd } from "./session-ends.js";
import { type TeamEntry, teamEntryLine } from "./team-entries.js";

export interface BriefSources {
  /** Newest first. */
  readonly lessons: readonly ShownMemory[];
  readonly teamEntries: readonly TeamEntry[];
  readonly sessions: readonly SessionEnd[];
  /** Files that are changed but not committed. */
  readonly changedFiles: readonly string[];
  readonly parts: { readonly sessions: boolean; readonly decisions: boolean };
}

/** Of the rules, so that a project with many of them also says where things stand. */
const maxRulesShare = 0.6;
const maxSessionsLength = 1100;

/** The sections of what an agent receives at the start of a session, the most important first. */
export function briefSections(sources: BriefSources, maxLength: number): LineSection[] {
  const { lessons, teamEntries, sessions, changedFiles, parts } = sources;
  const isKnown = (one: ShownMemory) => parts.decisions || kindOf(one) !== "decision";
  const rules = lessons.filter((one) => kindOf(one) === "rule");
  const others = lessons.filter((one) => kindOf(one) !== "rule" && isKnown(one)).toSorted(byUse);
  const files = new Set([...changedFiles, ...(sessions[0]?.files ?? [])]);
  const atHand = others.filter((one) => filesOf(one).some((file) => files.has(file)));
  return [
    {
      title: "Rules here",
      lines: [...teamEntries.map(teamEntryLine), ...rules.map(shortLessonLine)],
      maxLength: Math.floor(maxLength * maxRulesShare),
    },
    { title: "About the files at work", lines: atHand.map(shortLessonLine) },
    {
      title: "Where things stand",
      lines: parts.sessions ? sessions.flatMap(({ lines }) => lines) : [],
      maxLength: maxSessionsLength,
    },
    { title: "Known here", lines: others.map(shortLessonLine) },
  ];
}

/** What helped comes first, then the newest. */
const byUse = (a: ShownMemory, b: ShownMemory): number => b.confidence - a.confidence;
