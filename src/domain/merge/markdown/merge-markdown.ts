import { countEach } from "../../../base/text/count-each.js";
import { frontMatterEnd, headingTitle, isBlank, markdownBlocks } from "../../../base/text/markdown-blocks.js";
import { findMergeFault } from "../check-merge.js";
import { ensureLineBreak, lineEnding, splitLines } from "../diff/lines.js";
import { type Conflict, concatMerges, type FileMerge, fromChunks } from "../merge-result.js";
import { defaultLabels, type MarkerLabels } from "../text/conflict-markers.js";
import { mergeLines } from "../text/merge-lines.js";
import { mergeText } from "../text/merge-text.js";
import { swapChunk, swapEntry } from "../text/swap-sides.js";
import { threeWay } from "../text/three-way.js";
import { mergeGaps } from "./markdown-gaps.js";
import { parseMarkdown } from "./markdown-sections.js";
import { mergeFrontMatter } from "./merge-front-matter.js";
import { mergeTree } from "./merge-tree.js";
import { renderTree } from "./render-tree.js";

/**
 * The lines of blocks that a merge has more often than either side: git's merge does this where both sides added the same
 * block in two places. Headings, and blocks that a document repeats, such as "back to top", do not count.
 */
export function findDoubledBlocks(
  result: string,
  texts: { readonly base: string; readonly ours: string; readonly theirs: string },
): ReadonlySet<string> {
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map(countBlocks) as [Counts, Counts, Counts];
  const doubled = [...countBlocks(result)].filter(([block, times]) => {
    const [b, o, t] = [base, ours, theirs].map((counts) => counts.get(block) ?? 0) as [number, number, number];
    const isRepeated = b > 0 && Math.max(o, t) > 1;
    return !isRepeated && Math.min(o, t) > 0 && times > Math.max(o, t);
  });
  return new Set(doubled.flatMap(([block]) => block.split("\n")));
}

type Counts = ReadonlyMap<string, number>;

function countBlocks(text: string): Counts {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const blocks = markdownBlocks(lines)
    .filter(({ kind, level }) => kind === "text" || kind === "item" || (kind === "row" && level > 1))
    .map(({ start, end }) => lines.slice(start, end).join("\n").trim());
  return countEach(blocks.filter(isDistinctive));
}

/** Shorter blocks occur repeatedly in any document. */
const isDistinctive = (block: string) => (block.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length > 2;

/** A check of merges by structure: true if the result lacks a line that a side added or kept. */
function losesLines(
  result: string,
  [base, ours, theirs]: readonly [string, string, string],
  absorbed: readonly string[],
): boolean {
  const counts = [base, ours, theirs, result].map(countLines);
  const absorbedCounts = countLines(absorbed.join("\n"));
  const lines = new Set(counts.slice(1, 3).flatMap((count) => [...count.keys()]));
  for (const line of lines) {
    const [b = 0, o = 0, t = 0, r = 0] = counts.map((count) => count.get(line) ?? 0);
    const minCount = o >= b && t >= b ? Math.max(o, t) : o + t - b;
    if (r < minCount - (absorbedCounts.get(line) ?? 0)) return true;
  }
  return false;
}

const countLines = (text: string): Counts =>
  countEach(
    text
      .split("\n")
      .map((line) => line.trimEnd())
      .filter((line) => !isBlank(line)),
  );

/**
 * Three-way merge of Markdown. A line merge without conflicts is the result; only where lines conflict are sections, list
 * items, table rows and front matter keys merged one by one, and only what still differs is a conflict.
 *
 * A merge without conflicts has the same text whichever side is ours, so two people who merge each other's work agree:
 * where an order must be chosen, it depends on the texts and not on the side.
 */
export function mergeMarkdown(base: string, ours: string, theirs: string, labels = defaultLabels): FileMerge {
  const lines = mergeText(base, ours, theirs);
  if (lines.kind === "merged") return checkLineMerge(lines, { base, ours, theirs }, labels);
  const ending = commonEnding(base, ours, theirs);
  if (ending !== undefined) {
    const unixMerge = mergeMarkdown(toUnix(base), toUnix(ours), toUnix(theirs), labels);
    return ending === "\r\n" ? mapText(unixMerge, (text) => text.replaceAll("\n", "\r\n")) : unixMerge;
  }
  return mergeWithFrontMatter(base, ours, theirs, labels) ?? mergeBody(base, ours, theirs, labels);
}

/** Of two merges, the one with fewer lines in conflict. A merge by structure that fails the check is not used. */
function mergeBody(base: string, ours: string, theirs: string, labels: MarkerLabels): FileMerge {
  const byLines = mergeByLines(base, ours, theirs, labels);
  const byTree = mergeByTree(base, ours, theirs, labels);
  return byTree !== undefined && conflictLineCount(byTree) <= conflictLineCount(byLines) ? byTree : byLines;
}

/** Front matter is merged separately, so that it cannot affect the merge of the text below it. */
function mergeWithFrontMatter(base: string, ours: string, theirs: string, labels: MarkerLabels): FileMerge | undefined {
  const [b, o, t] = [splitFrontMatter(base), splitFrontMatter(ours), splitFrontMatter(theirs)];
  if (o.front === "" || t.front === "") return undefined;
  const isSwapped = theirs < ours;
  const chunks = isSwapped
    ? mergeFrontMatter(b.front, t.front, o.front).map(swapChunk)
    : mergeFrontMatter(b.front, o.front, t.front);
  return concatMerges(
    fromChunks(chunks, labels, () => "front matter"),
    mergeMarkdown(b.body, o.body, t.body, labels),
  );
}

function splitFrontMatter(text: string): { front: string; body: string } {
  const lines = splitLines(text);
  const end = frontMatterEnd(lines);
  return { front: ensureLineBreak(lines.slice(0, end).join("")), body: lines.slice(end).join("") };
}

function mergeByLines(base: string, ours: string, theirs: string, labels: MarkerLabels): FileMerge {
  const isSwapped = theirs < ours;
  const merge = isSwapped ? mergeText(base, theirs, ours) : mergeText(base, ours, theirs);
  if (merge.kind === "merged") return merge;
  return fromChunks(isSwapped ? merge.chunks.map(swapChunk) : merge.chunks, labels, sectionOfLine(ours));
}

/** The heading above a line: a line merge has no sections, but people look for them. */
function sectionOfLine(text: string): (line: number) => string {
  const lines = text.split("\n");
  const headings = markdownBlocks(lines).filter(({ kind }) => kind === "heading");
  return (line) => {
    const heading = headings.findLast(({ start }) => start <= line);
    return heading === undefined ? "preamble" : headingTitle(lines.slice(heading.start, heading.end).join("\n"));
  };
}

function mergeByTree(base: string, ours: string, theirs: string, labels: MarkerLabels): FileMerge | undefined {
  const [b, o, t] = [parseMarkdown(base), parseMarkdown(ours), parseMarkdown(theirs)];
  const isSwapped = theirs < ours;
  const { entries, absorbed } = isSwapped ? mergeTree(b, t, o) : mergeTree(b, o, t);
  const merge = renderTree(isSwapped ? entries.map(swapEntry) : entries, mergeGaps(b, o, t), labels);
  if (losesLines(merge.text, [base, ours, theirs], absorbed)) return undefined;
  if (merge.kind === "merged" && findMergeFault(merge.text, { base, ours, theirs }, absorbed)) return undefined;
  return merge;
}

/** A line merge without conflicts, unless it doubles a block: then the places where it was added are conflicts. */
function checkLineMerge(
  merge: { readonly kind: "merged"; readonly text: string },
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
  labels: MarkerLabels,
): FileMerge {
  if (ours === base || theirs === base || ours === theirs) return merge;
  const doubled = findDoubledBlocks(merge.text, { base, ours, theirs });
  if (doubled.size === 0) return merge;
  const isDoubled = (line: string) => doubled.has(line.trim()) || doubled.has(line.trimEnd());
  const chunks = mergeLines(splitLines(base), splitLines(ours), splitLines(theirs), isDoubled);
  return fromChunks(chunks, labels, sectionOfLine(ours));
}

/** The line ending of the merged text, if the texts must be converted to `\n` before they are compared. */
function commonEnding(base: string, ours: string, theirs: string): "\n" | "\r\n" | undefined {
  const endings = [lineEnding(base), lineEnding(ours), lineEnding(theirs)];
  const [b, o, t] = endings;
  if (endings.includes("mixed") || !endings.includes("\r\n")) return undefined;
  return threeWay(b, o, t)?.value === "\r\n" ? "\r\n" : "\n";
}

const toUnix = (text: string): string => text.replaceAll("\r\n", "\n");

function mapText(merge: FileMerge, change: (text: string) => string): FileMerge {
  if (merge.kind === "merged") return { kind: "merged", text: change(merge.text) };
  return {
    kind: "conflicted",
    text: change(merge.text),
    conflicts: merge.conflicts.map(mapConflict(change)),
    partial: { ours: change(merge.partial.ours), theirs: change(merge.partial.theirs) },
  };
}

function mapConflict(change: (text: string) => string): (conflict: Conflict) => Conflict {
  return (conflict) => ({
    ...conflict,
    base: change(conflict.base),
    ours: change(conflict.ours),
    theirs: change(conflict.theirs),
  });
}

/** The number of lines in conflict, which a person would have to resolve. */
function conflictLineCount(merge: FileMerge): number {
  if (merge.kind === "merged") return 0;
  const lines = merge.conflicts.flatMap(({ ours, theirs }) => [...ours.split("\n"), ...theirs.split("\n")]);
  return lines.filter((line) => !isBlank(line)).length;
}
