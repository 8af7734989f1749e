import { type CodeRegion, type FileSyntax, wholeRows } from "../read-syntax.js";

/** A part of a file that has a name, by rows from 0, both included. */
export interface Section {
  readonly name: string;
  /** The section that contains it, or empty. */
  readonly parent?: string;
  /** Default: `section`. */
  readonly kind?: string;
  readonly from: number;
  readonly to: number;
  /** The line that names it. */
  readonly head: string;
}

const bracketRows = 1;
const fewRows = 4;
const maxRows = 40;
const maxNameLength = 120;

export const isLong = ({ from, to }: Pick<Section, "from" | "to">): boolean => to - from > wholeRows;

/** Each section ends before the next one begins, the last one in the row before `end`. */
export const untilNext = <T extends { readonly from: number }>(starts: readonly T[], end: number) =>
  starts.map((one, i) => ({ ...one, to: (starts[i + 1]?.from ?? end) - 1 }));

/** Sections in order, none inside another, as symbols and as the rows that belong together. */
export function syntaxOf(sections: readonly Section[], separator = "."): FileSyntax {
  const symbols = sections.map(({ name, parent = "", kind = "section", from, to, head }) => {
    const signature = head.trim().slice(0, 200);
    return { name: name.slice(0, maxNameLength), kind, start: from + 1, end: to + 1, signature, parent };
  });
  return { symbols, regions: joinShortSections(sections, separator) };
}

/** Sections of a line or two are joined with those that follow: alone they are too short to match. */
function joinShortSections(sections: readonly Section[], separator: string): CodeRegion[] {
  const regions: (CodeRegion & { to: number })[] = [];
  for (const { from, to, kind = "section", name, parent = "" } of sections) {
    const last = regions.at(-1);
    const next = last ? last.to + 1 : 0;
    const isJoined = last && next >= from && last.to - last.from < fewRows && to - last.from < maxRows;
    const symbol = (parent === "" ? name : parent + separator + name).slice(0, maxNameLength);
    if (isJoined) last.to = Math.max(last.to, to);
    // A bracket or a separator alone is not a chunk.
    else regions.push({ from: from - next <= bracketRows ? Math.min(from, next) : from, to, kind, symbol });
  }
  return regions;
}
