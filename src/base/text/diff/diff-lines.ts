import { discardConfusingLines, type NumberedLines, numberLines, type Range } from "./discard-confusing-lines.js";
import { markMyersDiff } from "./myers-diff.js";
import { slideChanges } from "./slide-changes.js";

/** Lines [aStart, aEnd) of one text were replaced by lines [bStart, bEnd) of the other. */
export interface Change {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** The changes that turn `a` into `b`, in order and not adjacent to each other. */
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
  const indexesA = discardConfusingLines(a, countsB, rangeA);
  const indexesB = discardConfusingLines(b, countsA, rangeB);
  for (const i of indexesA) changedA[i] = 0;
  for (const i of indexesB) changedB[i] = 0;
  markMyersDiff({
    a: indexesA.map((i) => a[i] ?? -1),
    b: indexesB.map((i) => b[i] ?? -1),
    markA: (k) => {
      changedA[indexesA[k] ?? -1] = 1;
    },
    markB: (k) => {
      changedB[indexesB[k] ?? -1] = 1;
    },
  });
}

function differingRanges(a: Int32Array, b: Int32Array): readonly [Range, Range] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < shorter - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
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
