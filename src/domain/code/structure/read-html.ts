import { placeAfter, rowFinder } from "../../../base/text/places.js";
import type { FileSyntax } from "../read-syntax.js";
import { isLong, type Section, syntaxOf, untilNext } from "./section.js";

const structural = new Set(
  "section main header footer nav form template script style article aside table dialog fieldset title".split(" "),
);
const headings = /^h[1-6]$/;
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** Elements whose content is not markup. */
const raw = new Set(["script", "style", "textarea"]);
/** Deeper nesting is unclosed tags, not structure. */
const maxDepth = 200;
const tag = /<(\/?)([A-Za-z][\w:-]*)([^<>]*)>|<!--/g;

interface Element {
  readonly name: string;
  readonly id: string;
  readonly from: number;
  to: number;
  /** Text of the first heading inside. */
  title: string;
  readonly inside: Element[];
}

/** Structural elements of a page, named by id or heading; else its headings. */
export function readHtml(text: string): FileSyntax {
  const root = elementsOf(text);
  const sections = structuralSections(root);
  return syntaxOf(sections.length > 0 ? sections : headingSections(root));
}

function elementsOf(text: string): Element {
  const rowOf = rowFinder(text);
  const last = rowOf(text.length);
  const root: Element = { name: "", id: "", from: 0, to: last, title: "", inside: [] };
  const open = [root];
  const matcher = new RegExp(tag);
  for (let match = matcher.exec(text); match; match = matcher.exec(text)) {
    const [whole, closes = "", tagName = "", attributes = ""] = match;
    const name = tagName.toLowerCase();
    if (whole === "<!--") matcher.lastIndex = placeAfter("-->", text, match.index + 4);
    else if (closes) close(open, name, rowOf(match.index));
    else {
      const id = /(?:^|\s)(?:id|name)\s*=\s*["']?([^"'\s>]{1,80})/i.exec(attributes)?.[1] ?? "";
      const element = { name, id, from: rowOf(match.index), to: last, title: "", inside: [] };
      open.at(-1)?.inside.push(element);
      if (headings.test(name)) titleOf(open, text, matcher.lastIndex, element);
      if (empty.has(name) || attributes.endsWith("/")) element.to = element.from;
      else if (open.length < maxDepth) open.push(element);
      const end = raw.has(name) ? text.indexOf(`</${tagName}`, matcher.lastIndex) : matcher.lastIndex;
      matcher.lastIndex = end < 0 ? text.length : end;
    }
  }
  return root;
}

/** Closes the nearest element of that name and what was left open inside it; a closing tag without one is ignored. */
function close(open: Element[], name: string, row: number): void {
  const at = open.findLastIndex((one) => one.name === name);
  if (at <= 0) return;
  for (const one of open.splice(at)) one.to = row;
}

function titleOf(open: readonly Element[], text: string, from: number, heading: Element): void {
  const end = text.indexOf("</", from);
  const title = text
    .slice(from, end < 0 ? from + 120 : Math.min(end, from + 200))
    .replace(/<[^<>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
  heading.title = title;
  for (const one of open) one.title ||= title;
}

/** A short element as a whole; a long one by its inner structure, if it has any. */
function structuralSections({ inside }: Element, parent = ""): Section[] {
  return inside.flatMap((one): Section | Section[] => {
    if (!structural.has(one.name)) return structuralSections(one, parent);
    const name = one.id || one.title || one.name;
    const parts = isLong(one) ? structuralSections(one, name) : [];
    return parts.length > 1 ? parts : sectionOf(one, name, parent);
  });
}

function headingSections(root: Element): Section[] {
  const elementsIn = (one: Element): Element[] => [one, ...one.inside.flatMap(elementsIn)];
  const all = elementsIn(root).filter(({ name }) => headings.test(name));
  return untilNext(all, root.to + 1).map((one) =>
    sectionOf({ ...one, to: Math.max(one.from, one.to) }, one.id || one.title || one.name),
  );
}

const sectionOf = ({ name: element, from, to }: Element, name: string, parent = ""): Section => {
  return { name, parent, from, to, head: `<${element}> ${name}` };
};
