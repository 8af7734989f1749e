import { markdownBlocks } from "../../../base/text/markdown-blocks.js";

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
  const counts = new Map<string, number>();
  for (const { kind, start, end, level } of markdownBlocks(lines)) {
    const block = lines.slice(start, end).join("\n").trim();
    const isBody = kind === "text" || kind === "item" || (kind === "row" && level > 1);
    if (isBody && isDistinctive(block)) counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  return counts;
}

/** Shorter blocks occur repeatedly in any document. */
const isDistinctive = (block: string) => (block.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length > 2;
