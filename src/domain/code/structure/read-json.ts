import { createScanner, type JSONScanner } from "jsonc-parser";
import { rowFinder } from "../../../base/text/places.js";
import type { FileSyntax } from "../read-syntax.js";
import { isLong, type Section, syntaxOf } from "./section.js";

const maxDepth = 3;
const maxSections = 2000;

/** Keys of the outermost object, or elements of the outermost list; a long one is split along the keys inside. */
export function readJson(text: string): FileSyntax {
  const rowOf = rowFinder(text);
  const sections: Section[] = [];
  const visit = ({ isObject, members }: Container, parent: string, depth: number): void => {
    for (const [index, { start, keyEnd, end, inside }] of members.entries()) {
      if (sections.length >= maxSections) return;
      const name = isObject ? unquote(text.slice(start, keyEnd)) : elementName(text.slice(start, end), index);
      const rows = { from: rowOf(start), to: rowOf(end - 1) };
      const [head = ""] = text.slice(start, Math.min(end, start + 200)).split("\n");
      if (inside && isLong(rows) && depth < maxDepth)
        visit(inside, parent === "" ? name : `${parent}.${name}`, depth + 1);
      else sections.push({ name, parent, ...rows, head });
    }
  };
  visit(readRoot(text), "", 0);
  return syntaxOf(sections);
}

const unquote = (key: string) => key.replace(/^["']|["']$/g, "");

/** An element of a list is named by a field that identifies it. */
const elementName = (element: string, index: number) =>
  /"(?:name|id|key|title|slug)"\s*:\s*"([^"\n]{1,80})"/.exec(element.slice(0, 2000))?.[1] ?? `[${index}]`;

interface Container {
  readonly isObject: boolean;
  readonly members: Member[];
}

interface Member {
  /** Where the key or the element begins, where the key ends, and where the value does. */
  readonly start: number;
  readonly keyEnd: number;
  end: number;
  inside?: Container;
}

/** JSON5 has them; the scanner does not. */
const singleQuoted = /^'(?:[^'\\\n]|\\.)*'?/;

/** Never moves back: to read the rest of a long run of quotes again at each of them would take quadratic time. */
function skipSingleQuoted(scanner: JSONScanner, text: string, start: number): void {
  const end = start + (singleQuoted.exec(text.slice(start))?.[0].length ?? 1);
  if (end > scanner.getPosition()) scanner.setPosition(end);
}

/** Reads tokens, not a parse tree: broken files and JSON5 have sections too, and deep nesting cannot overflow the stack. */
function readRoot(text: string): Container {
  const scanner = createScanner(text.replace(/^\ufeff/, " "), true);
  const root: Container = { isObject: false, members: [] };
  const open = [root];
  let [depthBelow, isFirst] = [0, true];
  for (scanner.scan(); scanner.getTokenLength() > 0 && open.length > 0; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const char = text.charAt(start);
    if (char === "'") skipSingleQuoted(scanner, text, start);
    const end = scanner.getPosition();
    const isOpening = char === "{" || char === "[";
    const { members } = open.at(-1) ?? root;
    if (char === "}" || char === "]") {
      if (depthBelow > 0) depthBelow--;
      else open.pop();
      const owner = open.at(-1)?.members.at(-1);
      if (owner) owner.end = end;
      isFirst = false;
    } else if (depthBelow > 0) depthBelow += isOpening ? 1 : 0;
    else if (char === ",") isFirst = true;
    else {
      if (isFirst) members.push({ start, keyEnd: end, end });
      const member = members.at(-1);
      if (member) member.end = end;
      isFirst = isOpening;
      if (!isOpening || !member) continue;
      member.inside ??= { isObject: char === "{", members: [] };
      if (open.length > maxDepth + 1) depthBelow++;
      else open.push(member.inside);
    }
  }
  return root.members[0]?.inside ?? { isObject: false, members: [] };
}
