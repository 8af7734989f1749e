import type { Chunk, ConflictChunk } from "./text/chunks.js";
import { type MarkerLabels, renderMarkers } from "./text/conflict-markers.js";

export type ConflictReason = "both changed" | "both added" | "deleted by ours" | "deleted by theirs";

/** A difference between the sides that must be resolved. */
export interface Conflict {
  /** Its location: the path of headings (`Guide > Set up`), `preamble`, `front matter`, a JSON path, or `document`. */
  readonly section: string;
  readonly reason: ConflictReason;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The merge of one text. */
export type FileMerge =
  | { readonly kind: "merged"; readonly text: string }
  | {
      readonly kind: "conflicted";
      /** The merged text, with conflicts between markers. */
      readonly text: string;
      readonly conflicts: readonly Conflict[];
      /** The same with every conflict resolved for one side. */
      readonly partial: { readonly ours: string; readonly theirs: string };
    };

/** Returns the section of a line of ours, counted from 0. */
type SectionOfLine = (line: number) => string;

/** A line merge as the merge of a file. */
export function fromChunks(chunks: readonly Chunk[], labels: MarkerLabels, sectionOf: SectionOfLine): FileMerge {
  const conflicts = chunksConflicts(chunks, sectionOf);
  const [ours, theirs] = [sideText(chunks, "ours"), sideText(chunks, "theirs")];
  if (conflicts.length === 0) return { kind: "merged", text: ours };
  return { kind: "conflicted", text: renderMarkers(chunks, labels), conflicts, partial: { ours, theirs } };
}

/** The merges of two halves of a text as one. */
export function concatMerges(first: FileMerge, second: FileMerge): FileMerge {
  const text = first.text + second.text;
  if (first.kind === "merged" && second.kind === "merged") return { kind: "merged", text };
  const side = (merge: FileMerge, name: "ours" | "theirs") =>
    merge.kind === "merged" ? merge.text : merge.partial[name];
  const conflicts = [first, second].flatMap((merge) => (merge.kind === "merged" ? [] : merge.conflicts));
  const both = (name: "ours" | "theirs") => side(first, name) + side(second, name);
  return { kind: "conflicted", text, conflicts, partial: { ours: both("ours"), theirs: both("theirs") } };
}

export const sideText = (chunks: readonly Chunk[], side: "ours" | "theirs"): string =>
  chunks.map((chunk) => (chunk.kind === "stable" ? chunk.lines : chunk[side]).join("")).join("");

export function chunksConflicts(chunks: readonly Chunk[], sectionOf: SectionOfLine): Conflict[] {
  const conflicts: Conflict[] = [];
  let line = 0;
  for (const chunk of chunks) {
    if (chunk.kind === "conflict") conflicts.push(conflictOf(chunk, sectionOf(line)));
    line += (chunk.kind === "stable" ? chunk.lines : chunk.ours).length;
  }
  return conflicts;
}

function conflictOf(conflict: ConflictChunk, section: string): Conflict {
  const [base, ours, theirs] = [conflict.base.join(""), conflict.ours.join(""), conflict.theirs.join("")];
  return { section, reason: reasonOf(base, ours, theirs), base, ours, theirs };
}

function reasonOf(base: string, ours: string, theirs: string): ConflictReason {
  if (base === "") return "both added";
  if (ours === "") return "deleted by ours";
  return theirs === "" ? "deleted by theirs" : "both changed";
}
