import { markdownHeadings } from "../../../base/text/markdown-blocks.js";
import type { FileSyntax } from "../read-syntax.js";
import { type Section, syntaxOf } from "./section.js";

const separator = " / ";
const maxTitle = 200;

/** Sections from heading to heading, each named after those it lies under. */
export function readMarkdown(text: string): FileSyntax {
  const lines = text.split("\n");
  const headings = markdownHeadings(lines.map(asMarkdown));
  const sections = headings.map(({ start, path }, i): Section => {
    const [name = "", ...above] = path.map((title) => title.slice(0, maxTitle)).reverse();
    const to = (headings[i + 1]?.start ?? lines.length) - 1;
    const parent = above.reverse().join(separator);
    return { name, parent, kind: "section", from: start, to, head: lines[start] ?? "" };
  });
  return syntaxOf(sections, separator);
}

/** Headings of AsciiDoc begin with `=`; reStructuredText underlines its third and fourth level with `~` and `^`. */
function asMarkdown(line: string, i: number, lines: readonly string[]): string {
  const below = lines[i + 1] ?? "";
  if (isUnderline(line, lines[i - 1] ?? "")) return "";
  if (isUnderline(below, line)) return `${below.startsWith("~") ? "###" : "####"} ${line}`;
  return line.replace(/^={1,6}(?=\s+\S)/, (signs) => "#".repeat(signs.length));
}

const isUnderline = (line: string, title: string): boolean =>
  /^(?:~+|\^+)\s*$/.test(line) && /^[\p{L}\p{N}`"'*_[:]/u.test(title) && line.trimEnd().length >= title.trim().length;
