import { type Change, diffLines } from "../../../base/text/diff/diff-lines.js";
import { splitLines } from "./lines.js";

interface UnifiedDiffOptions {
  readonly fromFile: string;
  readonly toFile: string;
  /** Unchanged lines shown around a change. Default: 3. */
  readonly context?: number;
}

/** A unified diff from `a` to `b` for `patch` and `git apply`; empty if they are equal. */
export function unifiedDiff(a: string, b: string, { fromFile, toFile, context = 3 }: UnifiedDiffOptions): string {
  if (a === b) return "";
  const [left, right] = [splitLines(a), splitLines(b)];
  const hunks = groupChanges(diffLines(left, right), context);
  return `--- ${fromFile}\n+++ ${toFile}\n${hunks.map((hunk) => renderHunk(left, right, hunk, context)).join("")}`;
}

/** Changes whose contexts overlap or touch share a hunk. */
function groupChanges(changes: readonly Change[], context: number): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const hunk = hunks.at(-1);
    const last = hunk?.at(-1);
    if (hunk !== undefined && last !== undefined && change.aStart - last.aEnd <= 2 * context) hunk.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function renderHunk(left: string[], right: string[], changes: readonly Change[], context: number): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return "";
  const contextBefore = Math.min(context, first.aStart);
  const contextAfter = Math.min(context, left.length - last.aEnd);
  const from = { start: first.aStart - contextBefore, end: last.aEnd + contextAfter };
  const to = { start: first.bStart - contextBefore, end: last.bEnd + contextAfter };
  let rows = "";
  let position = from.start;
  for (const { aStart, aEnd, bStart, bEnd } of changes) {
    rows += withSign(" ", left.slice(position, aStart));
    rows += withSign("-", left.slice(aStart, aEnd)) + withSign("+", right.slice(bStart, bEnd));
    position = aEnd;
  }
  rows += withSign(" ", left.slice(position, from.end));
  return `@@ -${formatRange(from)} +${formatRange(to)} @@\n${rows}`;
}

const withSign = (sign: string, lines: readonly string[]): string =>
  lines.map((line) => `${sign}${line}${line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n"}`).join("");

/** `line,count`; a count of one is left out, and an empty range names the line before it. */
function formatRange({ start, end }: { start: number; end: number }): string {
  const count = end - start;
  if (count === 0) return `${start},0`;
  return count === 1 ? `${start + 1}` : `${start + 1},${count}`;
}
