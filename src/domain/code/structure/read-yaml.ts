import type { FileSyntax } from "../read-syntax.js";
import { isLong, type Section, syntaxOf, untilNext } from "./section.js";

const key =
  /^(\s*)(?:- +)?(?:"([^"]{1,120})"|'([^']{1,120})'|([^\s#"'&*!|>%@`{}[\],:-][^:#\n]{0,118}|-[^\s:][^:#\n]{0,118})) ?:(?:\s|$)/;
const element = /^(\s*)- /;
const maxDepth = 2;

/** Keys without indentation, of every document in the file; long values are split by their own keys. */
export function readYaml(text: string): FileSyntax {
  const lines = text.split("\n");
  return syntaxOf(documentsOf(lines).flatMap((rows) => documentSections(lines, rows)));
}

type Rows = Pick<Section, "from" | "to">;

function documentsOf(lines: readonly string[]): Rows[] {
  const separators = lines.flatMap((line, row) => (/^---(?:\s|$)/.test(line) ? { from: row } : []));
  return untilNext([{ from: -1 }, ...separators], lines.length)
    .map(({ from, to }) => ({ from: from + 1, to }))
    .filter(({ from, to }) => to >= from);
}

/** A Kubernetes manifest is one section, named by its kind and name. */
function documentSections(lines: readonly string[], rows: Rows): Section[] {
  const inside = lines.slice(rows.from, rows.to + 1);
  const kind = valueIn(inside, /^kind:\s*["']?([\w.-]{1,80})/);
  const name = valueIn(inside, /^ {2,4}name:\s*["']?([\w.-]{1,80})/);
  const whole = kind !== "" && inside.some((line) => line.startsWith("apiVersion:")) ? `${kind} ${name}`.trim() : "";
  if (whole === "" || isLong(rows)) return sectionsIn(lines, rows, 0, whole, 0);
  const from = rows.from + inside.findIndex((line) => line.trim() !== "");
  return [{ name: whole, from, to: rows.to, head: lines[from] ?? "" }];
}

const valueIn = (lines: readonly string[], form: RegExp) =>
  lines.map((line) => form.exec(line)?.[1]).find((match) => match !== undefined) ?? "";

function sectionsIn(lines: readonly string[], rows: Rows, indent: number, parent: string, depth: number): Section[] {
  const starts = lines.slice(rows.from, rows.to + 1).flatMap((_, i) => {
    const from = rows.from + i;
    const name = nameAt(lines, from, indent, rows.to);
    return name === undefined ? [] : { name, from };
  });
  return untilNext(starts, rows.to + 1).flatMap((one) => {
    const { name, from, to } = one;
    const inner = depth < maxDepth && isLong(one) ? innerIndent(lines, one) : undefined;
    const path = parent === "" ? name : `${parent}.${name}`;
    const parts = inner === undefined ? [] : sectionsIn(lines, { from: from + 1, to }, inner, path, depth + 1);
    return parts.length > 1 ? parts : { ...one, parent, head: lines[from] ?? "" };
  });
}

/** The key of a line with exactly this indentation; a list element is named by its name, id or key. */
function nameAt(lines: readonly string[], row: number, indent: number, last: number): string | undefined {
  const line = lines[row] ?? "";
  if (line.length > 1000) return undefined;
  const match = key.exec(line);
  const isElement = element.exec(line)?.[1]?.length === indent;
  if (!isElement) return match?.[1]?.length === indent ? (match[2] ?? match[3] ?? match[4]?.trim()) : undefined;
  const head = lines.slice(row, Math.min(last, row + 6) + 1).join("\n");
  return (
    /(?:^|\n)\s*(?:- )?(?:name|id|key):\s*["']?([^"'\n]{1,80})/.exec(head)?.[1]?.trim() ?? match?.[4]?.trim() ?? "-"
  );
}

/** How far the keys inside are indented; undefined where the value is a text. */
function innerIndent(lines: readonly string[], { from, to }: Rows): number | undefined {
  if (/[|>][+-]?\d?\s*$/.test(lines[from] ?? "")) return undefined;
  const first = lines.slice(from + 1, to + 1).find((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  const indent = first === undefined ? 0 : first.length - first.trimStart().length;
  return indent > 0 || first?.startsWith("- ") ? indent : undefined;
}
