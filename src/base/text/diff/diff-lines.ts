import { myersDiff } from "./myers-diff.js";

/** Lines [aStart, aEnd) of one text were replaced by lines [bStart, bEnd) of the other. */
export interface Change {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** A text with its lines as numbers, equal ones for equal lines of either text, and which of them are changed (1). */
interface Side {
  readonly lines: Int32Array;
  readonly changed: Uint8Array;
}

/** The changes that turn `a` into `b`, in order and not adjacent to each other: with few exceptions those of git. */
export function diffLines(a: readonly string[], b: readonly string[]): Change[] {
  const numbers = new Map<string, number>();
  const toSide = (texts: readonly string[]): Side => {
    const lines = Int32Array.from(texts, (text) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
    return { lines, changed: new Uint8Array(lines.length).fill(1) };
  };
  const [left, right] = [toSide(a), toSide(b)];
  // A line that the other text lacks is certainly changed, so it need not be compared.
  const [sharedA, sharedB] = [indexesIn(left, right), indexesIn(right, left)];
  const [changedA, changedB] = myersDiff(
    sharedA.map((i) => left.lines[i] ?? -1),
    sharedB.map((i) => right.lines[i] ?? -1),
  );
  for (const [k, i] of sharedA.entries()) left.changed[i] = changedA[k] ?? 1;
  for (const [k, i] of sharedB.entries()) right.changed[i] = changedB[k] ?? 1;
  slideChanges(left, right);
  slideChanges(right, left);
  return collectChanges(left.changed, right.changed);
}

function indexesIn({ lines }: Side, other: Side): Int32Array {
  const known = new Set(other.lines);
  return Int32Array.from(lines.keys()).filter((i) => known.has(lines[i] ?? -1));
}

/**
 * Slides every movable run of changed lines to a fixed position: next to a change of the other text if it can reach
 * one, so that a replacement is one change, else as far down as possible.
 */
function slideChanges({ lines, changed }: Side, other: Side): void {
  // Whether the other text has changes before its first, second, … unchanged line.
  const hasChange = [false];
  for (const isChanged of other.changed)
    hasChange[isChanged ? hasChange.length - 1 : hasChange.length] = isChanged === 1;
  let unchangedBefore = 0;
  for (let start = 0, end = 0; start < lines.length; start = end) {
    if (!changed[start]) {
      unchangedBefore++;
      end++;
      continue;
    }
    while (changed[end]) end++;
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
    let [size, highest, touches] = [0, 0, false];
    // Again if it grew by a run that it touched.
    while (size !== end - start) {
      size = end - start;
      while (slideUp());
      highest = end;
      touches = hasChange[unchangedBefore] ?? false;
      while (slideDown()) touches ||= hasChange[unchangedBefore] ?? false;
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
