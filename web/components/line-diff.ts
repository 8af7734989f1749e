import { diffLines as changesBetween } from "../../src/base/text/diff/diff-lines.js";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

const splitLines = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** The line diff of two texts. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [splitLines(before), splitLines(after)];
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  const takeSame = (end: number) => {
    while (i < end) lines.push({ kind: "same", text: a[i] ?? "", before: ++i, after: ++j });
  };
  for (const { aStart, aEnd, bEnd } of changesBetween(a, b)) {
    takeSame(aStart);
    while (i < aEnd) lines.push({ kind: "removed", text: a[i] ?? "", before: ++i });
    while (j < bEnd) lines.push({ kind: "added", text: b[j] ?? "", after: ++j });
  }
  takeSame(a.length);
  return lines;
}

/** The lines of a patch as git writes it; undefined when the text is not a patch. */
export const readPatch = (text: string): DiffLine[] | undefined =>
  /^@@ .*@@/m.test(text) ? readMarkedLines(text) : undefined;

/** Lines of which those that begin with `+` or `-` were added or removed. */
export const readMarkedLines = (text: string): DiffLine[] =>
  text.split("\n").map((line) => {
    if (line.startsWith("+") && !line.startsWith("+++")) return { kind: "added", text: line.slice(1) };
    if (line.startsWith("-") && !line.startsWith("---")) return { kind: "removed", text: line.slice(1) };
    return { kind: "same", text: line };
  });
