import { isBlank } from "../../../base/text/markdown-blocks.js";

/** A check of merges by structure: true if the result lacks a line that a side added or kept. */
export function losesLines(
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

function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) {
    const key = line.trimEnd();
    if (!isBlank(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
