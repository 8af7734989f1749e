import type { CodeRegion, CodeSymbol } from "../code-chunk.js";
import type { FileSyntax } from "../read-syntax.js";

/** A part of a file that has a name, by rows from 0, both included. */
export interface Section {
  readonly name: string;
  /** The section that contains it, or empty. */
  readonly parent: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  /** The line that names it. */
  readonly head: string;
}

/** Longer sections are split by their inner sections, where these have names. */
export const wholeRows = 60;
const bracketRows = 1;
const fewRows = 4;
const maxRows = 40;
const maxNameLength = 120;

/** Sections in order, none inside another, as symbols and as the rows that belong together. */
export function syntaxOf(sections: readonly Section[], separator = "."): FileSyntax {
  const symbols = sections.map(({ name, parent, kind, from, to, head }): CodeSymbol => {
    const signature = head.trim().slice(0, 200);
    return { name: name.slice(0, maxNameLength), kind, start: from + 1, end: to + 1, signature, parent };
  });
  return { symbols, regions: joinShortSections(sections, separator) };
}

/** Sections of a line or two are joined with those that follow: alone they are too short to match. */
function joinShortSections(sections: readonly Section[], separator: string): CodeRegion[] {
  const regions: { from: number; to: number; kind: string; symbol: string }[] = [];
  for (const { from, to, kind, name, parent } of sections) {
    const last = regions.at(-1);
    const isShort =
      last !== undefined && last.to + 1 >= from && last.to - last.from < fewRows && to - last.from < maxRows;
    const symbol = (parent === "" ? name : parent + separator + name).slice(0, maxNameLength);
    // A bracket or a separator alone is not a chunk.
    const next = last === undefined ? 0 : last.to + 1;
    if (isShort) last.to = Math.max(last.to, to);
    else regions.push({ from: from - next <= bracketRows ? Math.min(from, next) : from, to, kind, symbol });
  }
  return regions;
}

/** The row of an offset in a text. */
export function rowFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}
