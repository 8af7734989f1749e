import { type Change, diffLines } from "../../../base/text/diff/diff-lines.js";
import { splitLines } from "../diff/lines.js";
import type { Sides } from "./three-way.js";

export type Lines = readonly string[];

/** Lines on which the two sides disagree. */
export interface ConflictChunk extends Sides<Lines> {
  readonly kind: "conflict";
}

/** Lines without conflict; `agreed` if both sides have them, otherwise only one side changed them. */
interface StableChunk {
  readonly kind: "stable";
  readonly agreed: boolean;
  readonly lines: Lines;
}

export type Chunk = StableChunk | ConflictChunk;

export const agreedChunk = (lines: Lines): Chunk => ({ kind: "stable", agreed: true, lines });

export type TextMerge =
  | { readonly kind: "merged"; readonly text: string }
  | { readonly kind: "conflicted"; readonly chunks: readonly Chunk[] };

/**
 * Three-way merge by lines. As in git, changes of the two sides that touch each other conflict unless they are
 * equal; lines on which both sides agree inside a conflict are stable again.
 */
export function mergeText(base: string, ours: string, theirs: string): TextMerge {
  if (ours === theirs || theirs === base) return { kind: "merged", text: ours };
  if (ours === base) return { kind: "merged", text: theirs };
  const chunks = mergeLines(splitLines(base), splitLines(ours), splitLines(theirs));
  const lines = stableLines(chunks);
  return lines ? { kind: "merged", text: lines.join("") } : { kind: "conflicted", chunks };
}

/** The lines of a merge without conflicts; undefined if there are some. */
export const stableLines = (chunks: readonly Chunk[]): string[] | undefined =>
  chunks.every((chunk) => chunk.kind === "stable") ? chunks.flatMap(({ lines }) => lines) : undefined;

/**
 * The chunks of a three-way merge, in order; lines are compared as they are, terminators included. A change of one side
 * with a line that `isSuspect` is a conflict.
 */
export function mergeLines(
  base: Lines,
  ours: Lines,
  theirs: Lines,
  isSuspect: (line: string) => boolean = () => false,
): Chunk[] {
  const chunks: Chunk[] = [];
  const sides = { ours, theirs };
  /** The offset of a side's line numbers from the base's. */
  const shift = { ours: 0, theirs: 0 };
  let position = 0;
  for (const { start, end, changes } of touchingChanges(diffLines(base, ours), diffLines(base, theirs))) {
    const linesOf = (side: "ours" | "theirs") => {
      const from = start + shift[side];
      const last = changes.findLast((change) => change.side === side);
      if (last) shift[side] = last.bEnd - last.aEnd;
      return sides[side].slice(from, end + shift[side]);
    };
    const [left, right] = [linesOf("ours"), linesOf("theirs")];
    const [first, second, third] = changes;
    const isByOne = changes.every(({ side }) => side === first?.side);
    const isSameRange = !third && first?.aStart === second?.aStart && first?.aEnd === second?.aEnd;
    const taken = first?.side === "ours" ? left : right;
    if (position < start) chunks.push(agreedChunk(base.slice(position, start)));
    if (isByOne && !taken.some(isSuspect)) chunks.push({ kind: "stable", agreed: false, lines: taken });
    else if (!isByOne && isSameRange && isSameLines(left, right)) chunks.push(agreedChunk(left));
    else for (const chunk of differences(left, right, base.slice(start, end))) chunks.push(chunk);
    position = end;
  }
  if (position < base.length) chunks.push(agreedChunk(base.slice(position)));
  return joinNearConflicts(chunks);
}

const isSameLines = (a: Lines, b: Lines): boolean => a.length === b.length && a.every((line, i) => line === b[i]);

/** A range of the base in which changes of one or both sides touch. */
interface Region {
  readonly start: number;
  end: number;
  readonly changes: (Change & { readonly side: "ours" | "theirs" })[];
}

function touchingChanges(ours: readonly Change[], theirs: readonly Change[]): Region[] {
  const regions: Region[] = [];
  const all = [
    ...ours.map((change) => ({ ...change, side: "ours" as const })),
    ...theirs.map((change) => ({ ...change, side: "theirs" as const })),
  ].sort((a, b) => a.aStart - b.aStart);
  for (const change of all) {
    const last = regions.at(-1);
    if (last === undefined || change.aStart > last.end) {
      regions.push({ start: change.aStart, end: change.aEnd, changes: [change] });
      continue;
    }
    last.end = Math.max(last.end, change.aEnd);
    last.changes.push(change);
  }
  return regions;
}

/**
 * The lines of two sides as chunks, with a conflict wherever they differ. The base stays with the first conflict,
 * because it is unknown which of its lines belong to which.
 */
export function differences(ours: Lines, theirs: Lines, base: Lines = []): Chunk[] {
  if (ours.length === 0 || theirs.length === 0) return [{ kind: "conflict", base, ours, theirs }];
  const chunks: Chunk[] = [];
  let [position, rest] = [0, base];
  for (const { aStart, aEnd, bStart, bEnd } of diffLines(ours, theirs)) {
    if (aStart > position) chunks.push(agreedChunk(ours.slice(position, aStart)));
    chunks.push({ kind: "conflict", base: rest, ours: ours.slice(aStart, aEnd), theirs: theirs.slice(bStart, bEnd) });
    [position, rest] = [aEnd, []];
  }
  if (position < ours.length) chunks.push(agreedChunk(ours.slice(position)));
  return chunks;
}

const maxJoinedLines = 3;

/** Joins conflicts that are separated by only a few or by blank lines, which would be hard to read. */
function joinNearConflicts(chunks: readonly Chunk[]): Chunk[] {
  const joined: Chunk[] = [];
  for (const chunk of chunks) {
    const last = joined.at(-1);
    const between = last?.kind === "stable" && last.agreed ? last.lines : [];
    const previous = last?.kind === "stable" && last.agreed ? joined.at(-2) : last;
    if (chunk.kind === "stable" && chunk.agreed && between.length > 0)
      joined.splice(-1, 1, agreedChunk(between.concat(chunk.lines)));
    else if (chunk.kind === "conflict" && previous?.kind === "conflict" && isNear(between))
      joined.splice(previous === last ? -1 : -2, 2, {
        kind: "conflict",
        base: [...previous.base, ...between, ...chunk.base],
        ours: [...previous.ours, ...between, ...chunk.ours],
        theirs: [...previous.theirs, ...between, ...chunk.theirs],
      });
    else joined.push(chunk);
  }
  return joined;
}

const isNear = (between: Lines): boolean =>
  between.length <= maxJoinedLines || !between.some((line) => /[\p{L}\p{N}]/u.test(line));
