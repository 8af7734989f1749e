/** Why a merge cannot be trusted. */
export type MergeFault = "lost line" | "doubled line" | "order" | "heading";

interface Texts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Looks at a merge from outside, knowing nothing of how it was made: no line of either side is lost, none is doubled
 * that was single on both, lines that a side has in order stay in order, and text stays under its heading. `combined`
 * are lines that became one line with the other side's version; only their words must be there.
 */
export function findMergeFault(result: string, texts: Texts, combined: readonly string[] = []): MergeFault | undefined {
  const versions = { base: linesOf(texts.base), ours: linesOf(texts.ours), theirs: linesOf(texts.theirs) };
  const merged = linesOf(result);
  const counts = { base: count(versions.base), ours: count(versions.ours), theirs: count(versions.theirs) };
  const found = count(merged);
  const spared = count(combined.flatMap(linesOf));
  for (const line of new Set([...versions.ours, ...versions.theirs])) {
    const [b, o, t, r] = [counts.base, counts.ours, counts.theirs, found].map((one) => one.get(line) ?? 0) as Four;
    const due = o >= b && t >= b ? Math.max(o, t) : o + t - b;
    if (r < due - (spared.get(line) ?? 0)) return "lost line";
    if (isTelling(line) && r > Math.max(o, t, o > 1 || t > 1 ? o + t - b : 0)) return "doubled line";
  }
  if (doublesHeading(merged, versions)) return "doubled line";
  if (losesWords(merged, versions, combined)) return "lost line";
  if (isReordered(merged, versions.ours, versions) || isReordered(merged, versions.theirs, versions)) return "order";
  return isUnderOtherHeading(merged, versions) ? "heading" : undefined;
}

type Four = [number, number, number, number];
type Lines = readonly string[];
type Versions = Readonly<Record<"base" | "ours" | "theirs", Lines>>;

/** Lines without spacing. Those in a code fence carry a mark, so that a comment is not taken for a heading. */
function linesOf(text: string): string[] {
  let isCode = false;
  return text.split("\n").flatMap((full) => {
    const line = full.trim();
    const isFence = /^(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return line === "" ? [] : [isCode && !isFence ? `code: ${line}` : line];
  });
}

function count(lines: Lines): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Rules, fences, brackets and single words are repeated in any document. */
const isTelling = (line: string) => (line.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length > 2 || isHeading(line);

const isHeading = (line: string) => /^#{1,6}\s/.test(line);

/** True when a section has two subsections of a title of which each side has one at most. */
function doublesHeading(merged: Lines, { ours, theirs }: Versions): boolean {
  const [now, left, right] = [merged, ours, theirs].map((lines) => count(headingPaths(lines)));
  return [...(now ?? [])].some(
    ([path, times]) => times > 1 && (left?.get(path) ?? 0) <= 1 && (right?.get(path) ?? 0) <= 1,
  );
}

/** Each heading with the one above it; brackets and other marks in titles do not tell two apart. */
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

/** The words that a side brought into a line that became one with the other side's. */
function losesWords(merged: Lines, { base }: Versions, combined: Lines): boolean {
  const before = new Set(base.flatMap(wordsOf));
  const after = new Set(merged.flatMap(wordsOf));
  return combined.flatMap(wordsOf).some((word) => !before.has(word) && !after.has(word));
}

const wordsOf = (line: string): string[] => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Where each line is that occurs once. */
function uniquePositions(lines: Lines): Map<string, number> {
  const counts = count(lines);
  return new Map(lines.flatMap((line, i) => (counts.get(line) === 1 ? [[line, i] as const] : [])));
}

/** True when two lines that follow each other on a side were swapped, and the other side did not swap them. */
function isReordered(merged: Lines, side: Lines, { base, ours, theirs }: Versions): boolean {
  const [now, own] = [uniquePositions(merged), uniquePositions(side)];
  const [before, other] = [uniquePositions(base), uniquePositions(side === ours ? theirs : ours)];
  const shared = [...own.keys()].filter((line) => now.has(line));
  return shared.slice(1).some((second, i) => {
    const first = shared[i] ?? "";
    if (at(now, first) < at(now, second)) return false;
    const wasInOrder = before.has(first) && before.has(second) && at(before, first) < at(before, second);
    return !(wasInOrder && other.has(first) && other.has(second) && at(other, first) > at(other, second));
  });
}

const at = (positions: ReadonlyMap<string, number>, line: string): number => positions.get(line) ?? -1;

/** True when a line stands under a heading that it has on neither side. A renamed heading is the one exception. */
function isUnderOtherHeading(merged: Lines, { base, ours, theirs }: Versions): boolean {
  const sides = [ours, theirs].map((lines) => ({ unique: uniquePositions(lines), over: headingsOver(lines) }));
  const known = new Set(base);
  const overMerged = headingsOver(merged);
  const left = new Set(merged);
  for (const [line, position] of uniquePositions(merged)) {
    if (isHeading(line) || !isTelling(line)) continue;
    const heading = overMerged[position] ?? "";
    const expected = sides.flatMap(({ unique, over }) => (unique.has(line) ? [over[at(unique, line)] ?? ""] : []));
    if (expected.length === 0 || expected.includes(heading)) continue;
    const isRenamed = expected.some((one) => !left.has(one)) && !known.has(heading);
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
