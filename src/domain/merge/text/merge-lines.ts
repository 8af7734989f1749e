import { type Change, diffLines } from "../../../base/text/diff/diff-lines.js";
import type { Chunk, Lines } from "./chunks.js";
import { joinNearConflicts, refineConflicts } from "./refine-conflicts.js";

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
  const pushStable = (lines: Lines, agreed: boolean) => {
    if (lines.length > 0 || !agreed) chunks.push({ kind: "stable", agreed, lines });
  };
  let position = 0;
  for (const region of touchingChanges(diffLines(base, ours), diffLines(base, theirs))) {
    const left = ours.slice(region.ours.start, region.ours.end);
    const right = theirs.slice(region.theirs.start, region.theirs.end);
    pushStable(base.slice(position, region.start), true);
    const isTaken = region.by === "ours" ? !left.some(isSuspect) : !right.some(isSuspect);
    if (region.by === "ours" && isTaken) pushStable(left, false);
    else if (region.by === "theirs" && isTaken) pushStable(right, false);
    else if (region.by === "both alike" && isSameLines(left, right)) pushStable(left, true);
    else {
      const baseLines = base.slice(region.start, region.end);
      for (const chunk of refineConflicts({ kind: "conflict", base: baseLines, ours: left, theirs: right }))
        chunks.push(chunk);
    }
    position = region.end;
  }
  pushStable(base.slice(position), true);
  return joinNearConflicts(chunks);
}

interface SideRange {
  readonly start: number;
  readonly end: number;
}

/** A range of the base in which changes of one or both sides touch, and the same range on each side. */
interface Region extends SideRange {
  /** `both alike`: one change each, of the same base lines. */
  readonly by: "ours" | "theirs" | "both" | "both alike";
  readonly ours: SideRange;
  readonly theirs: SideRange;
}

function* touchingChanges(ours: readonly Change[], theirs: readonly Change[]): Generator<Region> {
  const left = new ChangeCursor(ours);
  const right = new ChangeCursor(theirs);
  while (left.start < Infinity || right.start < Infinity) {
    const start = Math.min(left.start, right.start);
    const [leftShift, rightShift] = [left.shift, right.shift];
    let end = start;
    let [leftCount, rightCount] = [0, 0];
    const isSameRange = left.start === right.start && left.end === right.end;
    while (Math.min(left.start, right.start) <= end) {
      if (left.start <= end) {
        end = Math.max(end, left.next());
        leftCount++;
      } else {
        end = Math.max(end, right.next());
        rightCount++;
      }
    }
    yield {
      start,
      end,
      by:
        leftCount === 0
          ? "theirs"
          : rightCount === 0
            ? "ours"
            : isSameRange && leftCount + rightCount === 2
              ? "both alike"
              : "both",
      ours: { start: start + leftShift, end: end + left.shift },
      theirs: { start: start + rightShift, end: end + right.shift },
    };
  }
}

/** Iterates over one side's changes, with the offset of its line numbers from the base's. */
class ChangeCursor {
  shift = 0;
  #at = 0;

  constructor(readonly changes: readonly Change[]) {}

  get start(): number {
    return this.changes[this.#at]?.aStart ?? Infinity;
  }

  get end(): number {
    return this.changes[this.#at]?.aEnd ?? Infinity;
  }

  /** Moves past a change; returns where it ends in the base. */
  next(): number {
    const change = this.changes[this.#at++];
    if (change === undefined) return Infinity;
    this.shift = change.bEnd - change.aEnd;
    return change.aEnd;
  }
}

const isSameLines = (a: Lines, b: Lines): boolean => a.length === b.length && a.every((line, i) => line === b[i]);
