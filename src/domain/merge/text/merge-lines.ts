import { type Change, diffLines } from "../../../base/text/diff/diff-lines.js";
import type { Chunk, Lines } from "./chunks.js";
import { joinNearConflicts, refineConflicts } from "./refine-conflicts.js";

/** The chunks of a three-way merge, in order; lines are compared as they are, terminators included. */
export function mergeLines(base: Lines, ours: Lines, theirs: Lines): Chunk[] {
  const chunks: Chunk[] = [];
  const settle = (lines: Lines, agreed: boolean) => {
    if (lines.length > 0 || !agreed) chunks.push({ kind: "stable", agreed, lines });
  };
  let done = 0;
  for (const region of touchingChanges(diffLines(base, ours), diffLines(base, theirs))) {
    const left = ours.slice(region.ours.start, region.ours.end);
    const right = theirs.slice(region.theirs.start, region.theirs.end);
    settle(base.slice(done, region.start), true);
    if (region.by === "ours") settle(left, false);
    else if (region.by === "theirs") settle(right, false);
    else if (region.by === "both alike" && sameLines(left, right)) settle(left, true);
    else {
      const stretch = base.slice(region.start, region.end);
      for (const chunk of refineConflicts({ kind: "conflict", base: stretch, ours: left, theirs: right }))
        chunks.push(chunk);
    }
    done = region.end;
  }
  settle(base.slice(done), true);
  return joinNearConflicts(chunks);
}

interface SideRange {
  readonly start: number;
  readonly end: number;
}

/** A stretch of the base in which changes of one or both sides touch, and where it is found on each side. */
interface Region extends SideRange {
  /** `both alike`: one change each, of the same base lines. */
  readonly by: "ours" | "theirs" | "both" | "both alike";
  readonly ours: SideRange;
  readonly theirs: SideRange;
}

function* touchingChanges(ours: readonly Change[], theirs: readonly Change[]): Generator<Region> {
  const left = new Walk(ours);
  const right = new Walk(theirs);
  while (left.start < Infinity || right.start < Infinity) {
    const start = Math.min(left.start, right.start);
    const [leftShift, rightShift] = [left.shift, right.shift];
    let end = start;
    let [leftCount, rightCount] = [0, 0];
    const alike = left.start === right.start && left.end === right.end;
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
            : alike && leftCount + rightCount === 2
              ? "both alike"
              : "both",
      ours: { start: start + leftShift, end: end + left.shift },
      theirs: { start: start + rightShift, end: end + right.shift },
    };
  }
}

/** Goes through one side's changes, knowing how far its line numbers run ahead of the base's. */
class Walk {
  shift = 0;
  #at = 0;

  constructor(readonly changes: readonly Change[]) {}

  get start(): number {
    return this.changes[this.#at]?.aStart ?? Infinity;
  }

  get end(): number {
    return this.changes[this.#at]?.aEnd ?? Infinity;
  }

  /** Passes a change and answers where it ends in the base. */
  next(): number {
    const change = this.changes[this.#at++];
    if (change === undefined) return Infinity;
    this.shift = change.bEnd - change.aEnd;
    return change.aEnd;
  }
}

function sameLines(a: Lines, b: Lines): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i]);
}
