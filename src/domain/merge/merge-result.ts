import { ensureLineBreak } from "./diff/lines.js";
import type { Chunk, ConflictChunk, Lines, TextMerge } from "./text/merge-lines.js";
import type { Sides } from "./text/three-way.js";

const mirroredReasons = {
  "both changed": "both changed",
  "both added": "both added",
  "deleted by ours": "deleted by theirs",
  "deleted by theirs": "deleted by ours",
} as const;

export type ConflictReason = keyof typeof mirroredReasons;

/** A difference between the sides that must be resolved. */
export interface Conflict extends Sides<string> {
  /** Its location: the path of headings (`Guide > Set up`), `preamble`, `front matter`, a JSON path, or `document`. */
  readonly section: string;
  readonly reason: ConflictReason;
}

const mirroredViews = {
  ours: "theirs",
  theirs: "ours",
  markers: "mirrored markers",
  "mirrored markers": "markers",
} as const;

/** With every conflict resolved for one side, or between markers; mirrored, theirs is before ours and has its name. */
export type View = keyof typeof mirroredViews;

/** The merge of one text. */
export interface Merge {
  readonly conflicts: readonly Conflict[];
  show(view: View): string;
}

export const mergedText = (text: string): Merge => ({ conflicts: [], show: () => text });

/** A line merge as the merge of a file. `sectionOf` names the section of a line of ours, counted from 0. */
export const fromText = (merge: TextMerge, sectionOf: SectionOfLine): Merge =>
  merge.kind === "merged" ? mergedText(merge.text) : fromChunks(merge.chunks, sectionOf);

type SectionOfLine = (line: number) => string;

/** The same merge seen from the other side. */
export const mirrorMerge = ({ conflicts, show }: Merge): Merge => ({
  conflicts: conflicts.map((one) => {
    return { ...one, reason: mirroredReasons[one.reason], ours: one.theirs, theirs: one.ours };
  }),
  show: (view) => show(mirroredViews[view]),
});

/** The merges of two halves of a text as one. */
export const concatMerges = (first: Merge, second: Merge): Merge => ({
  conflicts: [...first.conflicts, ...second.conflicts],
  show: (view) => first.show(view) + second.show(view),
});

export const mapMerge = ({ conflicts, show }: Merge, change: (text: string) => string): Merge => ({
  conflicts: conflicts.map((one) => {
    return { ...one, base: change(one.base), ours: change(one.ours), theirs: change(one.theirs) };
  }),
  show: (view) => change(show(view)),
});

export function fromChunks(chunks: readonly Chunk[], sectionOf: SectionOfLine): Merge {
  const conflicts: Conflict[] = [];
  let line = 0;
  for (const chunk of chunks) {
    if (chunk.kind === "conflict") conflicts.push(conflictOf(chunk, sectionOf(line)));
    line += (chunk.kind === "stable" ? chunk.lines : chunk.ours).length;
  }
  return { conflicts, show: (view) => showChunks(chunks, view) };
}

function conflictOf(conflict: ConflictChunk, section: string): Conflict {
  const [base, ours, theirs] = [conflict.base.join(""), conflict.ours.join(""), conflict.theirs.join("")];
  return { section, reason: reasonOf(base !== "", ours !== "", theirs !== ""), base, ours, theirs };
}

export function reasonOf(isInBase: boolean, isInOurs: boolean, isInTheirs: boolean): ConflictReason {
  if (!isInBase) return "both added";
  if (!isInOurs) return "deleted by ours";
  return isInTheirs ? "both changed" : "deleted by theirs";
}

export const showChunks = (chunks: readonly Chunk[], view: View): string =>
  chunks.map((chunk) => (chunk.kind === "stable" ? chunk.lines.join("") : showConflict(chunk, view))).join("");

/** One conflict; between git's markers, which have the line ending of its lines. */
export function showConflict({ ours, theirs }: Pick<ConflictChunk, "ours" | "theirs">, view: View): string {
  if (view === "ours" || view === "theirs") return { ours, theirs }[view].join("");
  const end = [ours, theirs].some((lines) => lines[0]?.endsWith("\r\n")) ? "\r\n" : "\n";
  const side = (lines: Lines) => ensureLineBreak(lines.join(""), end);
  const [first, second] = view === "markers" ? [ours, theirs] : [theirs, ours];
  return `<<<<<<< ours${end}${side(first)}=======${end}${side(second)}>>>>>>> theirs${end}`;
}

/** What `git merge-file` exits with: the number of conflicts, at most 127. */
export const mergeExitCode = (conflicts: number): number => Math.min(conflicts, 127);
