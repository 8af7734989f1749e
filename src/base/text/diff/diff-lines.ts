import { myersDiff } from "./myers-diff.js";

/** Lines [aStart, aEnd) of one text were replaced by lines [bStart, bEnd) of the other. */
export interface Change {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** A text, and which of its lines are changed (1). */
interface Side {
  readonly lines: readonly string[];
  readonly changed: Uint8Array;
}

/** The changes that turn `a` into `b`, in order and not adjacent to each other: with few exceptions those of git. */
export function diffLines(a: readonly string[], b: readonly string[]): Change[] {
  const size = Math.min(a.length, b.length);
  let head = 0;
  while (head < size && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < size - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const toSide = (lines: readonly string[]): Side => {
    return { lines, changed: new Uint8Array(lines.length).fill(1, head, lines.length - tail) };
  };
  const [left, right] = [toSide(a), toSide(b)];
  unmarkEqual(left, right, head, tail);
  slideChanges(left, right);
  slideChanges(right, left);
  return collectChanges(left.changed, right.changed);
}

/** Unmarks the lines between `head` and `tail` that have a partner in the other text. */
function unmarkEqual(left: Side, right: Side, head: number, tail: number): void {
  const numbers = new Map<string, number>();
  const numbersOf = ({ lines }: Side) =>
    Int32Array.from(lines.slice(head, lines.length - tail), (line) => {
      const number = numbers.get(line) ?? numbers.size;
      if (number === numbers.size) numbers.set(line, number);
      return number;
    });
  const [a, b] = [numbersOf(left), numbersOf(right)];
  // A line that the other text lacks is certainly changed, so it need not be compared.
  const sharedIndexes = (own: Int32Array, other: Int32Array) => {
    const isInOther = new Uint8Array(numbers.size);
    for (const number of other) isInOther[number] = 1;
    return own.map((number, i) => (isInOther[number] ? i : -1)).filter((i) => i >= 0);
  };
  const [sharedA, sharedB] = [sharedIndexes(a, b), sharedIndexes(b, a)];
  const [changedA, changedB] = myersDiff(
    sharedA.map((i) => a[i] ?? -1),
    sharedB.map((i) => b[i] ?? -1),
  );
  for (const [k, i] of sharedA.entries()) left.changed[head + i] = changedA[k] ?? 1;
  for (const [k, i] of sharedB.entries()) right.changed[head + i] = changedB[k] ?? 1;
}

/**
 * Slides every movable run of changed lines to a fixed position: next to a change of the other text if it can reach
 * one, so that a replacement is one change, else as far down as possible.
 */
function slideChanges({ lines, changed }: Side, other: Side): void {
  /** Whether the other text has changes before its first, second, … unchanged line. */
  const hasChange = new Uint8Array(other.changed.length + 1);
  let count = 0;
  for (const isChanged of other.changed) {
    if (isChanged) hasChange[count] = 1;
    else count++;
  }
  let [start, end, unchangedBefore] = [0, 0, 0];
  const slideUp = () => {
    if (start === 0 || lines[start - 1] !== lines[end - 1]) return false;
    changed[--start] = 1;
    changed[--end] = 0;
    unchangedBefore--;
    while (changed[start - 1]) start--;
    return true;
  };
  const slideDown = () => {
    if (end === lines.length || lines[start] !== lines[end]) return false;
    changed[start++] = 0;
    changed[end++] = 1;
    unchangedBefore++;
    while (changed[end]) end++;
    return true;
  };
  for (; start < lines.length; start = end) {
    end = start + 1;
    if (!changed[start]) {
      unchangedBefore++;
      continue;
    }
    while (changed[end]) end++;
    let [size, highest, touches] = [0, 0, false];
    // Again if it grew by a run that it touched.
    while (size !== end - start) {
      size = end - start;
      while (slideUp());
      highest = end;
      touches = hasChange[unchangedBefore] === 1;
      while (slideDown()) touches ||= hasChange[unchangedBefore] === 1;
    }
    if (end !== highest && touches) while (!hasChange[unchangedBefore] && slideUp());
  }
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
