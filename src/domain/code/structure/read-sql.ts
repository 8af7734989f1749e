import type { FileSyntax } from "../read-syntax.js";
import { rowFinder, type Section, syntaxOf } from "./section.js";

const made =
  /^\s*(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:unique\s+|temp(?:orary)?\s+|materialized\s+|virtual\s+)*(?:table|view|function|procedure|index|trigger|type|schema|sequence|policy|extension|database|role|user)\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?([\w."`[\]]{1,120})/i;
const changed =
  /^\s*(insert\s+into|update|delete\s+from|truncate(?:\s+table)?|grant|revoke|select|with|call|copy)\b\s*([\w."`]{0,120})/i;
/** Statements that hold others between `begin` and `end`. */
const holds = /^\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:trigger|procedure|function|event)\b/i;
const maxStatements = 5000;
/** As far as comments and the first words of a statement go. */
const headLength = 2000;

/** Statements, each with the comments above it. */
export function readSql(text: string): FileSyntax {
  const rowOf = rowFinder(text);
  const sections: Section[] = [];
  for (const { from, to } of statementsOf(text)) {
    const body = withoutComments(text.slice(from, to));
    if (body.trim() === "") continue;
    const head = body.trim().split("\n")[0] ?? "";
    const rows = { from: rowOf(from), to: rowOf(Math.max(from, to - 1)) };
    const last = sections.at(-1);
    // Two on one line are one to a reader.
    if (last && rows.from <= last.to) rows.from = last.to + 1;
    if (rows.to >= rows.from) sections.push({ name: nameOf(body), parent: "", kind: "statement", ...rows, head });
  }
  return syntaxOf(sections);
}

function nameOf(body: string): string {
  const named = made.exec(body)?.[1];
  if (named) return named.replace(/["`[\]]/g, "");
  const [, verb = "", what = ""] = changed.exec(body) ?? [];
  const first = verb || (body.trim().split(/\s+/)[0] ?? "");
  return `${first.toLowerCase().replace(/\s+/g, " ")} ${what.replace(/["`]/g, "")}`.trim();
}

const withoutComments = (text: string) => text.replace(/^\s*--.*$/gm, "").replace(/^\s*\/\*(?:[^*]|\*(?!\/))*\*\//, "");

interface Range {
  readonly from: number;
  readonly to: number;
}

function statementsOf(text: string): Range[] {
  const found: Range[] = [];
  let from = firstWord(text, 0);
  let depth = 0;
  const isHolder = (start: number) => holds.test(withoutComments(text.slice(start, start + headLength)));
  let holder = isHolder(from);
  for (let at = from; at < text.length && found.length < maxStatements; ) {
    const next = afterQuoted(text, at);
    if (next > at) at = next;
    else if (/[a-z]/i.test(text[at] ?? "")) {
      const [word = ""] = /^\w+/.exec(text.slice(at, at + 64)) ?? [];
      depth = Math.max(0, depth + (holder ? step(word) : 0));
      at += Math.max(1, word.length);
    } else if (text[at] === ";" && depth === 0) {
      found.push({ from, to: at + 1 });
      from = firstWord(text, at + 1);
      holder = isHolder(from);
      at = from;
    } else at++;
  }
  return from < text.length ? [...found, { from, to: text.trimEnd().length }] : found;
}

/** `begin` and `case` open a block inside what holds statements, `end` closes it. */
function step(word: string): number {
  const lower = word.toLowerCase();
  return lower === "begin" || lower === "case" ? 1 : lower === "end" ? -1 : 0;
}

/** Past a string, a quoted name, a comment or a dollar-quoted body; `at` itself where none begins. */
function afterQuoted(text: string, at: number): number {
  const sign = text[at];
  if (sign === "'" || sign === '"' || sign === "`") return after(text, sign, at + 1);
  if (text.startsWith("--", at)) return after(text, "\n", at);
  if (text.startsWith("/*", at)) return after(text, "*/", at + 2);
  const dollar = sign === "$" ? /^\$\w{0,40}\$/.exec(text.slice(at, at + 48))?.[0] : undefined;
  return dollar ? after(text, dollar, at + dollar.length) : at;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function firstWord(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "x")) at++;
  return at;
}
