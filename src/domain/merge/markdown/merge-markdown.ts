import { countEach } from "../../../base/text/count-each.js";
import { frontMatterEnd, headingTitle, isBlank, markdownBlocks } from "../../../base/text/markdown-blocks.js";
import { ensureLineBreak, lineEnding, splitLines } from "../diff/lines.js";
import { concatMerges, fromChunks, fromText, type Merge, mapMerge, mergedText } from "../merge-result.js";
import { mergeLines, mergeText } from "../text/merge-lines.js";
import { type Sides, threeWay } from "../text/three-way.js";
import { mergeGaps } from "./markdown-gaps.js";
import { parseMarkdown } from "./markdown-nodes.js";
import { mergeFrontMatter } from "./merge-front-matter.js";
import { mergeTree } from "./merge-tree.js";
import { renderTree } from "./render-tree.js";

/**
 * Three-way merge of Markdown. A line merge without conflicts is the result; only where lines conflict are sections, list
 * items, table rows and front matter keys merged one by one, and only what still differs is a conflict.
 */
export function mergeMarkdown(base: string, ours: string, theirs: string): Merge {
  const lines = mergeText(base, ours, theirs);
  if (lines.kind === "merged") return checkLineMerge(lines.text, { base, ours, theirs });
  const ending = commonEnding(base, ours, theirs);
  if (ending === undefined) return mergeWithFrontMatter(base, ours, theirs) ?? mergeBody(base, ours, theirs);
  const merge = mergeMarkdown(toUnix(base), toUnix(ours), toUnix(theirs));
  return ending === "\r\n" ? mapMerge(merge, (text) => text.replaceAll("\n", "\r\n")) : merge;
}

type Texts = Sides<string>;

/** A line merge without conflicts, unless it doubles a block: then the places where it was added are conflicts. */
function checkLineMerge(merged: string, { base, ours, theirs }: Texts): Merge {
  if (ours === base || theirs === base || ours === theirs) return mergedText(merged);
  const doubled = findDoubledBlocks(merged, { base, ours, theirs });
  if (doubled.size === 0) return mergedText(merged);
  const isDoubled = (line: string) => doubled.has(line.trim()) || doubled.has(line.trimEnd());
  const chunks = mergeLines(splitLines(base), splitLines(ours), splitLines(theirs), isDoubled);
  return fromChunks(chunks, sectionOfLine(ours));
}

/** The line ending of the merged text, if the texts must be converted to `\n` before they are compared. */
function commonEnding(base: string, ours: string, theirs: string): "\n" | "\r\n" | undefined {
  const endings = [lineEnding(base), lineEnding(ours), lineEnding(theirs)];
  const [b, o, t] = endings;
  if (endings.includes("mixed") || !endings.includes("\r\n")) return undefined;
  return threeWay(b, o, t)?.value === "\r\n" ? "\r\n" : "\n";
}

const toUnix = (text: string): string => text.replaceAll("\r\n", "\n");

/** Front matter is merged separately, so that it cannot affect the merge of the text below it. */
function mergeWithFrontMatter(base: string, ours: string, theirs: string): Merge | undefined {
  const [b, o, t] = [splitFrontMatter(base), splitFrontMatter(ours), splitFrontMatter(theirs)];
  if (o.front === "" || t.front === "") return undefined;
  const front = fromChunks(mergeFrontMatter(b.front, o.front, t.front), () => "front matter");
  return concatMerges(front, mergeMarkdown(b.body, o.body, t.body));
}

function splitFrontMatter(text: string): { front: string; body: string } {
  const lines = splitLines(text);
  const end = frontMatterEnd(lines);
  return { front: ensureLineBreak(lines.slice(0, end).join("")), body: lines.slice(end).join("") };
}

/** Of two merges, the one with fewer lines in conflict. A merge by structure that is not reliable is not used. */
function mergeBody(base: string, ours: string, theirs: string): Merge {
  const byLines = fromText(mergeText(base, ours, theirs), sectionOfLine(ours));
  const [b, o, t] = [parseMarkdown(base), parseMarkdown(ours), parseMarkdown(theirs)];
  const { entries, absorbed } = mergeTree(b, o, t);
  const byTree = renderTree(entries, mergeGaps(b, o, t));
  if (!isReliable(byTree, { base, ours, theirs }, absorbed)) return byLines;
  return conflictLineCount(byTree) <= conflictLineCount(byLines) ? byTree : byLines;
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

/** The number of lines in conflict, which a person would have to resolve. */
function conflictLineCount({ conflicts }: Merge): number {
  const lines = conflicts.flatMap(({ ours, theirs }) => [...ours.split("\n"), ...theirs.split("\n")]);
  return lines.filter((line) => !isBlank(line)).length;
}

/** True if no line that a side added or kept is missing, and no block is there twice. */
export function isReliable({ conflicts, show }: Merge, texts: Texts, absorbed: readonly string[]): boolean {
  const counts = [texts.base, texts.ours, texts.theirs, show("markers")].map(countLines);
  const absorbedCounts = countLines(absorbed.join("\n"));
  const lines = new Set(counts.slice(1, 3).flatMap((count) => [...count.keys()]));
  for (const line of lines) {
    const [b = 0, o = 0, t = 0, r = 0] = counts.map((count) => count.get(line) ?? 0);
    const minCount = o >= b && t >= b ? Math.max(o, t) : o + t - b;
    if (r < minCount - (absorbedCounts.get(line) ?? 0)) return false;
  }
  return conflicts.length > 0 || findDoubledBlocks(show("ours"), texts).size === 0;
}

type Counts = ReadonlyMap<string, number>;

function countLines(text: string): Counts {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return countEach(lines.filter((line) => !isBlank(line)));
}

/**
 * The lines of blocks that a merge has more often than either side: git's merge does this where both sides added the same
 * block in two places. Headings, and blocks that a document repeats, such as "back to top", do not count.
 */
export function findDoubledBlocks(merged: string, { base, ours, theirs }: Texts): ReadonlySet<string> {
  const counts = [base, ours, theirs].map(countBlocks);
  const doubled = [...countBlocks(merged)].filter(([block, times]) => {
    const [b = 0, o = 0, t = 0] = counts.map((count) => count.get(block) ?? 0);
    const isRepeated = b > 0 && Math.max(o, t) > 1;
    return !isRepeated && Math.min(o, t) > 0 && times > Math.max(o, t);
  });
  return new Set(doubled.flatMap(([block]) => block.split("\n")));
}

function countBlocks(text: string): Counts {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const blocks = markdownBlocks(lines)
    .filter(({ kind, level }) => kind === "text" || kind === "item" || (kind === "row" && level > 1))
    .map(({ start, end }) => lines.slice(start, end).join("\n").trim());
  // Shorter blocks occur repeatedly in any document.
  return countEach(blocks.filter((block) => (block.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length > 2));
}
