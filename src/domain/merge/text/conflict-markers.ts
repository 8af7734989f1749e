import { ensureLineBreak } from "../diff/lines.js";
import type { Chunk, ConflictChunk, Lines } from "./chunks.js";

export interface MarkerLabels {
  readonly ours: string;
  readonly theirs: string;
  /** If set, shows the base between the sides (git's `diff3` style). */
  readonly base?: string;
}

export const defaultLabels: MarkerLabels = { ours: "ours", theirs: "theirs" };

/** A line merge as one text, with conflicts between git's conflict markers. */
export function renderMarkers(chunks: readonly Chunk[], labels: MarkerLabels = defaultLabels): string {
  return chunks
    .map((chunk) => (chunk.kind === "stable" ? chunk.lines.join("") : renderConflict(chunk, labels)))
    .join("");
}

/** One conflict; its markers have the line ending of its lines. */
export function renderConflict(conflict: ConflictChunk, labels: MarkerLabels = defaultLabels): string {
  const sides = [conflict.ours, conflict.theirs, conflict.base];
  const end = sides.some((lines) => lines[0]?.endsWith("\r\n")) ? "\r\n" : "\n";
  const side = (lines: Lines) => ensureLineBreak(lines.join(""), end);
  const marker = (sign: string, label: string) => `${sign.repeat(7)}${label === "" ? "" : ` ${label}`}${end}`;
  const base = labels.base === undefined ? "" : marker("|", labels.base) + side(conflict.base);
  return (
    marker("<", labels.ours) +
    side(conflict.ours) +
    base +
    marker("=", "") +
    side(conflict.theirs) +
    marker(">", labels.theirs)
  );
}

/** What `git merge-file` exits with: the number of conflicts, at most 127. */
export const mergeExitCode = (conflicts: number): number => Math.min(conflicts, 127);
