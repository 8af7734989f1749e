import { roughSquareRoot } from "./myers-diff.js";

/** Lines as numbers: equal lines, of either text, have equal numbers. */
export interface NumberedLines {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** How often each number occurs in each text. */
  readonly countsA: Int32Array;
  readonly countsB: Int32Array;
}

export function numberLines(a: readonly string[], b: readonly string[]): NumberedLines {
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const existing = numbers.get(line);
    if (existing !== undefined) return existing;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  const left = Int32Array.from(a, numberOf);
  const right = Int32Array.from(b, numberOf);
  return { a: left, b: right, countsA: countNumbers(left, numbers.size), countsB: countNumbers(right, numbers.size) };
}

function countNumbers(numbers: Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (const n of numbers) counts[n] = (counts[n] ?? 0) + 1;
  return counts;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

const maxThreshold = 1024;
const window = 100;
const noPartner = 0;
const somePartners = 1;
const manyPartners = 2;

/**
 * The indexes within `range` to compare. A line without a partner in the other text is certainly changed; a line with
 * very many partners (a blank one, a lone brace) among such lines would only cause false matches.
 */
export function discardConfusingLines(numbers: Int32Array, partnerCounts: Int32Array, range: Range): Int32Array {
  const threshold = Math.min(roughSquareRoot(numbers.length), maxThreshold);
  const classes = numbers.slice(range.start, range.end).map((n) => {
    const count = partnerCounts[n] ?? 0;
    return count === 0 ? noPartner : count >= threshold ? manyPartners : somePartners;
  });
  const indexes = new Int32Array(classes.length);
  let size = 0;
  for (const [i, partnerClass] of classes.entries()) {
    if (partnerClass === noPartner || (partnerClass === manyPartners && isAmongChanged(classes, i))) continue;
    indexes[size++] = range.start + i;
  }
  return indexes.subarray(0, size);
}

function isAmongChanged(classes: Int32Array, i: number): boolean {
  const before = scan(classes, i, -1, Math.max(0, i - window));
  const after = scan(classes, i, 1, Math.min(classes.length - 1, i + window));
  if (before.changed === 0 || after.changed === 0) return false;
  const common = before.common + after.common;
  return common * 4 < common + before.changed + after.changed;
}

/** Counts the run of changed and common lines next to `i`, itself among the common ones, up to `last`. */
function scan(classes: Int32Array, i: number, step: 1 | -1, last: number) {
  let changed = 0;
  let common = 1;
  for (let k = i + step; step === 1 ? k <= last : k >= last; k += step) {
    if (classes[k] === noPartner) changed++;
    else if (classes[k] === manyPartners) common++;
    else break;
  }
  return { changed, common };
}
