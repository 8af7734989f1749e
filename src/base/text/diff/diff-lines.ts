import { discardConfusingLines, type NumberedLines, numberLines, type Range } from "./discard-confusing-lines.js";
import { markMyersDiff } from "./myers-diff.js";
import { slideChanges } from "./slide-changes.js";

/** Lines `aStart` to before `aEnd` of one text stand as `bStart` to before `bEnd` in the other. */
export interface Change {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** What turns one list of lines into the other: in order, none touching the next. */
export function diffLines(a: readonly string[], b: readonly string[]): Change[] {
  const numbered = numberLines(a, b);
  const changedA = new Uint8Array(a.length);
  const changedB = new Uint8Array(b.length);
  markChanged(numbered, changedA, changedB);
  slideChanges(numbered.a, changedA, numbered.b, changedB);
  slideChanges(numbered.b, changedB, numbered.a, changedA);
  return collectChanges(changedA, changedB);
}

function markChanged({ a, b, countsA, countsB }: NumberedLines, changedA: Uint8Array, changedB: Uint8Array): void {
  const [rangeA, rangeB] = differingRanges(a, b);
  changedA.fill(1, rangeA.start, rangeA.end);
  changedB.fill(1, rangeB.start, rangeB.end);
  if (rangeA.start === rangeA.end || rangeB.start === rangeB.end) return;
  const keptA = discardConfusingLines(a, countsB, rangeA);
  const keptB = discardConfusingLines(b, countsA, rangeB);
  for (const i of keptA) changedA[i] = 0;
  for (const i of keptB) changedB[i] = 0;
  markMyersDiff({
    a: keptA.map((i) => a[i] ?? -1),
    b: keptB.map((i) => b[i] ?? -1),
    markA: (k) => {
      changedA[keptA[k] ?? -1] = 1;
    },
    markB: (k) => {
      changedB[keptB[k] ?? -1] = 1;
    },
  });
}

function differingRanges(a: Int32Array, b: Int32Array): readonly [Range, Range] {
  const max = Math.min(a.length, b.length);
  let start = 0;
  while (start < max && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < max - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [
    { start, end: a.length - tail },
    { start, end: b.length - tail },
  ];
}

function collectChanges(changedA: Uint8Array, changedB: Uint8Array): Change[] {
  const changes: Change[] = [];
  for (let a = 0, b = 0; a < changedA.length || b < changedB.length; a++, b++) {
    const [aStart, bStart] = [a, b];
    while (changedA[a]) a++;
    while (changedB[b]) b++;
    if (a > aStart || b > bStart) changes.push({ aStart, aEnd: a, bStart, bEnd: b });
  }
  return changes;
}
