export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

/** Beyond this many cells, the middle of two texts is shown as taken out and put in. */
const maxCells = 4_000_000;

/** How one text becomes the other, line by line. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [splitLines(before), splitLines(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = walk(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const same = (lines: readonly string[]) => lines.map((text) => ({ kind: "same" as const, text }));
  return numbered([...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))]);
}

type Step = Pick<DiffLine, "kind" | "text">;

const splitLines = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** Along the longest common subsequence. */
function walk(a: readonly string[], b: readonly string[]): Step[] {
  const removed = (text: string): Step => ({ kind: "removed", text });
  const added = (text: string): Step => ({ kind: "added", text });
  if (a.length * b.length > maxCells || a.length === 0 || b.length === 0) return [...a.map(removed), ...b.map(added)];
  const width = b.length + 1;
  const maxLength = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => maxLength[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      maxLength[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      steps.push({ kind: "same", text: a[i] ?? "" });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) steps.push(removed(a[i++] ?? ""));
    else steps.push(added(b[j++] ?? ""));
  }
  return steps;
}

function numbered(steps: readonly Step[]): DiffLine[] {
  let [before, after] = [0, 0];
  return steps.map((step) => {
    if (step.kind === "removed") return { ...step, before: ++before };
    if (step.kind === "added") return { ...step, after: ++after };
    return { ...step, before: ++before, after: ++after };
  });
}

/** The lines of a patch as git writes it; undefined when the text is none. */
export function readPatch(text: string): DiffLine[] | undefined {
  if (!/^@@ .*@@/m.test(text)) return undefined;
  return text.split("\n").map((line) => {
    if (line.startsWith("+") && !line.startsWith("+++")) return { kind: "added", text: line.slice(1) };
    if (line.startsWith("-") && !line.startsWith("---")) return { kind: "removed", text: line.slice(1) };
    return { kind: "same", text: line };
  });
}
