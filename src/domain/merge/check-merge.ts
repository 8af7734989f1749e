import { countEach } from "../../base/text/count-each.js";

/** Why a merge is not reliable. */
export type MergeFault = "lost line" | "doubled line" | "order" | "heading";

interface Texts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Checks a merge independently of the algorithm that produced it: no line of either side is lost, no line is duplicated
 * that both sides have once, lines keep the order that a side has, and text stays under its heading. `combined` are
 * lines that were joined with the other side's version; only their words must remain.
 */
export function findMergeFault(result: string, texts: Texts, combined: readonly string[] = []): MergeFault | undefined {
  const versions = { base: linesOf(texts.base), ours: linesOf(texts.ours), theirs: linesOf(texts.theirs) };
  const merged = linesOf(result);
  const counts = { base: countEach(versions.base), ours: countEach(versions.ours), theirs: countEach(versions.theirs) };
  const resultCounts = countEach(merged);
  const combinedCounts = countEach(combined.flatMap(linesOf));
  for (const line of new Set([...versions.ours, ...versions.theirs])) {
    const [b, o, t, r] = [counts.base, counts.ours, counts.theirs, resultCounts].map(
      (one) => one.get(line) ?? 0,
    ) as LineCounts;
    const minCount = o >= b && t >= b ? Math.max(o, t) : o + t - b;
    if (r < minCount - (combinedCounts.get(line) ?? 0)) return "lost line";
    if (isDistinctive(line) && r > maxCount(line, b, o, t)) return "doubled line";
  }
  if (duplicatesHeading(merged, versions)) return "doubled line";
  if (losesWords(merged, versions, combined)) return "lost line";
  if (isReordered(merged, versions.ours, versions) || isReordered(merged, versions.theirs, versions)) return "order";
  return isUnderOtherHeading(merged, versions) ? "heading" : undefined;
}

/** How often a distinctive line may occur: what both sides added counts once, unless it is a heading, which can repeat. */
function maxCount(line: string, b: number, o: number, t: number): number {
  const isAddedByBoth = o > b && t > b && !isHeading(line);
  return isAddedByBoth || (o <= 1 && t <= 1) ? Math.max(o, t) : Math.max(o, t, o + t - b);
}

type LineCounts = [number, number, number, number];
type Lines = readonly string[];
type Versions = Readonly<Record<"base" | "ours" | "theirs", Lines>>;

/** Trimmed lines. Lines in a code fence get a prefix, so that a comment does not count as a heading. */
function linesOf(text: string): string[] {
  let isCode = false;
  return text.split("\n").flatMap((full) => {
    const line = full.trim();
    const isFence = /^(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return line === "" ? [] : [isCode && !isFence ? `code: ${line}` : line];
  });
}

/** Rules, fences, brackets and single words occur repeatedly in any document. */
const isDistinctive = (line: string) => (line.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length > 2 || isHeading(line);

const isHeading = (line: string) => /^#{1,6}\s/.test(line);

/** True if a section has two subsections with the same title, and each side has at most one. */
function duplicatesHeading(merged: Lines, { ours, theirs }: Versions): boolean {
  const [mergedCounts, mergedLines, theirCounts] = [merged, ours, theirs].map((lines) =>
    countEach(headingPaths(lines)),
  );
  return [...(mergedCounts ?? [])].some(
    ([path, times]) => times > 1 && (mergedLines?.get(path) ?? 0) <= 1 && (theirCounts?.get(path) ?? 0) <= 1,
  );
}

/** Each heading with its parent heading; brackets and punctuation in titles are ignored. */
function headingPaths(lines: Lines): string[] {
  const open: string[] = [];
  return lines.filter(isHeading).map((line) => {
    const level = /^#+/.exec(line)?.[0].length ?? 1;
    open.length = Math.min(open.length, level - 1);
    const parent = open.filter(Boolean).at(-1) ?? "";
    const title = `${level} ${line.replace(/[^\p{L}\p{N} .-]/gu, "").trim()}`;
    open[level - 1] = title;
    return `${parent} > ${title}`;
  });
}

/** True if a word that a side added to a combined line is missing. */
function losesWords(merged: Lines, { base }: Versions, combined: Lines): boolean {
  const before = new Set(base.flatMap(wordsOf));
  const after = new Set(merged.flatMap(wordsOf));
  return combined.flatMap(wordsOf).some((word) => !before.has(word) && !after.has(word));
}

const wordsOf = (line: string): string[] => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The index of each line that occurs once. */
function uniquePositions(lines: Lines): Map<string, number> {
  const counts = countEach(lines);
  return new Map(lines.flatMap((line, i) => (counts.get(line) === 1 ? [[line, i] as const] : [])));
}

/** True if two consecutive lines of a side were swapped, and the other side did not swap them. */
function isReordered(merged: Lines, side: Lines, { base, ours, theirs }: Versions): boolean {
  const [mergedPositions, sidePositions] = [uniquePositions(merged), uniquePositions(side)];
  const [basePositions, otherPositions] = [uniquePositions(base), uniquePositions(side === ours ? theirs : ours)];
  const shared = [...sidePositions.keys()].filter((line) => mergedPositions.has(line));
  return shared.slice(1).some((second, i) => {
    const first = shared[i] ?? "";
    if (positionOf(mergedPositions, first) < positionOf(mergedPositions, second)) return false;
    const wasInOrder =
      basePositions.has(first) &&
      basePositions.has(second) &&
      positionOf(basePositions, first) < positionOf(basePositions, second);
    return !(
      wasInOrder &&
      otherPositions.has(first) &&
      otherPositions.has(second) &&
      positionOf(otherPositions, first) > positionOf(otherPositions, second)
    );
  });
}

const positionOf = (positions: ReadonlyMap<string, number>, line: string): number => positions.get(line) ?? -1;

/** True if a line is under a heading that it has on neither side. A renamed heading is the only exception. */
function isUnderOtherHeading(merged: Lines, { base, ours, theirs }: Versions): boolean {
  const sides = [ours, theirs].map((lines) => ({ unique: uniquePositions(lines), over: headingsOver(lines) }));
  const baseLines = new Set(base);
  const overMerged = headingsOver(merged);
  const mergedLines = new Set(merged);
  for (const [line, position] of uniquePositions(merged)) {
    if (isHeading(line) || !isDistinctive(line)) continue;
    const heading = overMerged[position] ?? "";
    const expected = sides.flatMap(({ unique, over }) =>
      unique.has(line) ? [over[positionOf(unique, line)] ?? ""] : [],
    );
    if (expected.length === 0 || expected.includes(heading)) continue;
    const isRenamed = expected.some((one) => !mergedLines.has(one)) && !baseLines.has(heading);
    if (!isRenamed) return true;
  }
  return false;
}

/** For each line, the heading above it. */
function headingsOver(lines: Lines): string[] {
  let heading = "";
  return lines.map((line) => {
    if (isHeading(line)) heading = line;
    return heading;
  });
}
