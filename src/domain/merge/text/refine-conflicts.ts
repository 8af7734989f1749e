import { diffLines } from "../../../base/text/diff/diff-lines.js";
import type { Chunk, ConflictChunk, Lines } from "./chunks.js";

/**
 * Narrows a conflict to the lines that differ between the sides. If a conflict is split, its base stays with the first
 * part, because it is unknown which lines belong to which part.
 */
export function refineConflicts(conflict: ConflictChunk): Chunk[] {
  const { ours, theirs } = conflict;
  if (ours.length === 0 || theirs.length === 0) return [conflict];
  const chunks: Chunk[] = [];
  let position = 0;
  let base = conflict.base;
  for (const { aStart, aEnd, bStart, bEnd } of diffLines(ours, theirs)) {
    if (aStart > position) chunks.push({ kind: "stable", agreed: true, lines: ours.slice(position, aStart) });
    chunks.push({ kind: "conflict", base, ours: ours.slice(aStart, aEnd), theirs: theirs.slice(bStart, bEnd) });
    base = [];
    position = aEnd;
  }
  if (position < ours.length) chunks.push({ kind: "stable", agreed: true, lines: ours.slice(position) });
  return chunks;
}

const maxJoinedLines = 3;

/** Joins conflicts that are separated by only a few or by blank lines, which would be hard to read. */
export function joinNearConflicts(chunks: readonly Chunk[]): Chunk[] {
  const joined: Chunk[] = [];
  let conflict: OpenConflictChunk | undefined;
  let between: string[] = [];
  const close = () => {
    if (conflict !== undefined) joined.push(conflict);
    if (between.length > 0) joined.push({ kind: "stable", agreed: true, lines: between });
    conflict = undefined;
    between = [];
  };
  for (const chunk of chunks) {
    if (chunk.kind === "conflict") {
      if (!isNear(between)) close();
      conflict = extend(conflict ?? openConflict(), between, chunk);
      between = [];
    } else if (chunk.agreed && conflict !== undefined) append(between, chunk.lines);
    else {
      close();
      joined.push(chunk);
    }
  }
  close();
  return joined;
}

interface OpenConflictChunk extends ConflictChunk {
  readonly base: string[];
  readonly ours: string[];
  readonly theirs: string[];
}

const openConflict = (): OpenConflictChunk => ({ kind: "conflict", base: [], ours: [], theirs: [] });

function extend(conflict: OpenConflictChunk, between: Lines, more: ConflictChunk): OpenConflictChunk {
  for (const side of ["base", "ours", "theirs"] as const) {
    append(conflict[side], between);
    append(conflict[side], more[side]);
  }
  return conflict;
}

function append(lines: string[], more: Lines): void {
  for (const line of more) lines.push(line);
}

const isNear = (between: Lines): boolean =>
  between.length <= maxJoinedLines || !between.some((line) => /[\p{L}\p{N}]/u.test(line));
