import type { FileSyntax } from "../read-syntax.js";
import { rowFinder, type Section, syntaxOf, wholeRows } from "./section.js";

const maxDepth = 3;
const maxSections = 2000;

/** Keys of the outermost object, or elements of the outermost list; what is long is cut along the keys inside. */
export function readJson(text: string): FileSyntax {
  const rowOf = rowFinder(text);
  const sections: Section[] = [];
  const visit = (from: number, parent: string, depth: number): void => {
    for (const { name, at, value, end } of membersAt(text, from)) {
      if (sections.length >= maxSections) return;
      const rows = { from: rowOf(at), to: rowOf(Math.max(at, end - 1)) };
      const isLong = rows.to - rows.from > wholeRows && depth < maxDepth && /[{[]/.test(text[value] ?? "");
      const head = text.slice(at, Math.min(end, at + 200)).split("\n")[0] ?? "";
      if (!isLong) sections.push({ name, parent, kind: "section", ...rows, head });
      else visit(value, parent === "" ? name : `${parent}.${name}`, depth + 1);
    }
  };
  visit(skip(text, 0), "", 0);
  return syntaxOf(sections);
}

interface Member {
  readonly name: string;
  /** Where the key begins, where the value does, and where it ends. */
  readonly at: number;
  readonly value: number;
  readonly end: number;
}

/** What the object or list that begins at `from` has in it, as far as it can be read. */
function membersAt(text: string, from: number): Member[] {
  const isObject = text[from] === "{";
  if (!isObject && text[from] !== "[") return [];
  const members: Member[] = [];
  for (let at = skip(text, from + 1); at < text.length && text[at] !== "}" && text[at] !== "]"; ) {
    const keyEnd = isObject ? endOfValue(text, at) : at;
    const colon = isObject ? skip(text, keyEnd) : at;
    const value = isObject ? skip(text, colon + 1) : at;
    const end = endOfValue(text, value);
    if (end <= at || (isObject && text[colon] !== ":")) break;
    const name = isObject
      ? text.slice(at, keyEnd).replace(/^["']|["']$/g, "")
      : nameOf(text.slice(value, end), members.length);
    members.push({ name, at, value, end });
    const next = skip(text, end);
    at = text[next] === "," ? skip(text, next + 1) : next;
  }
  return members;
}

/** An element of a list is known by what it calls itself. */
const nameOf = (element: string, index: number) =>
  /"(?:name|id|key|title|slug)"\s*:\s*"([^"\n]{1,80})"/.exec(element.slice(0, 2000))?.[1] ?? `[${index}]`;

/** Past blanks and comments. */
function skip(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (/\s/.test(text[at] ?? "x")) at++;
    if (text.startsWith("//", at)) at = lineEnd(text, at);
    else if (text.startsWith("/*", at)) at = after(text, "*/", at);
    else return at;
  }
}

function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"' || first === "'") return endOfString(text, from);
  if (first !== "{" && first !== "[") {
    let at = from;
    while (at < text.length && !/[\s,:{}[\]]/.test(text[at] ?? "")) at++;
    return at;
  }
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) at = skip(text, at) - 1;
    else if (sign === "{" || sign === "[") depth++;
    else if ((sign === "}" || sign === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== text[from]) at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

const lineEnd = (text: string, from: number) => after(text, "\n", from);

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}
