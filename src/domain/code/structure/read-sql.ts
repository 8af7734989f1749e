import { placeAfter, rowFinder } from "../../../base/text/places.js";
import type { FileSyntax } from "../read-syntax.js";
import { type Section, syntaxOf } from "./section.js";

const definition =
  /^\s*(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:unique\s+|temp(?:orary)?\s+|materialized\s+|virtual\s+)*(?:table|view|function|procedure|index|trigger|type|schema|sequence|policy|extension|database|role|user)\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?([\w."`[\]]{1,120})/i;
const manipulation =
  /^\s*(insert\s+into|update|delete\s+from|truncate(?:\s+table)?|grant|revoke|select|with|call|copy)\b\s*([\w."`]{0,120})/i;
/** Statements that contain others between `begin` and `end`. */
const blockStatement = /^\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:trigger|procedure|function|event)\b/i;
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
    // Statements that share a line are one section.
    rows.from = Math.max(rows.from, (sections.at(-1)?.to ?? -1) + 1);
    if (rows.to >= rows.from) sections.push({ name: nameOf(body), kind: "statement", ...rows, head });
  }
  return syntaxOf(sections);
}

function nameOf(body: string): string {
  const name = definition.exec(body)?.[1];
  if (name) return name.replace(/["`[\]]/g, "");
  const [, verb = "", what = ""] = manipulation.exec(body) ?? [];
  const first = verb || (body.trim().split(/\s+/)[0] ?? "");
  return `${first.toLowerCase().replace(/\s+/g, " ")} ${what.replace(/["`]/g, "")}`.trim();
}

const withoutComments = (text: string) => text.replace(/^\s*--.*$/gm, "").replace(/^\s*\/\*(?:[^*]|\*(?!\/))*\*\//, "");

function statementsOf(text: string): Pick<Section, "from" | "to">[] {
  const statements: Pick<Section, "from" | "to">[] = [];
  let from = firstWord(text, 0);
  let depth = 0;
  const opensBlock = (start: number) => blockStatement.test(withoutComments(text.slice(start, start + headLength)));
  let isInBlock = opensBlock(from);
  for (let at = from; at < text.length && statements.length < maxStatements; ) {
    const next = afterQuoted(text, at);
    if (next > at) at = next;
    else if (/[a-z]/i.test(text[at] ?? "")) {
      const [word = ""] = /^\w+/.exec(text.slice(at, at + 64)) ?? [];
      depth = Math.max(0, depth + (isInBlock ? step(word) : 0));
      at += Math.max(1, word.length);
    } else if (text[at] === ";" && depth === 0) {
      statements.push({ from, to: at + 1 });
      from = firstWord(text, at + 1);
      isInBlock = opensBlock(from);
      at = from;
    } else at++;
  }
  return from < text.length ? [...statements, { from, to: text.trimEnd().length }] : statements;
}

/** `begin` and `case` open a block inside such a statement, `end` closes it. */
function step(word: string): number {
  const lower = word.toLowerCase();
  return lower === "begin" || lower === "case" ? 1 : lower === "end" ? -1 : 0;
}

/** Past a string, a quoted name, a comment or a dollar-quoted body; `at` itself where none begins. */
function afterQuoted(text: string, at: number): number {
  const char = text[at];
  if (char === "'" || char === '"' || char === "`") return placeAfter(char, text, at + 1);
  if (text.startsWith("--", at)) return placeAfter("\n", text, at);
  if (text.startsWith("/*", at)) return placeAfter("*/", text, at + 2);
  const dollar = char === "$" ? /^\$\w{0,40}\$/.exec(text.slice(at, at + 48))?.[0] : undefined;
  return dollar ? placeAfter(dollar, text, at + dollar.length) : at;
}

function firstWord(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "x")) at++;
  return at;
}
