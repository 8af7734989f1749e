import { markdownHeadings } from "../../base/text/markdown-blocks.js";
import type { FileSyntax } from "./read-syntax.js";
import { readHtml } from "./structure/read-html.js";
import { readJson } from "./structure/read-json.js";
import { readSql } from "./structure/read-sql.js";
import { readYaml } from "./structure/read-yaml.js";
import { type Section, syntaxOf } from "./structure/section.js";

const separator = " / ";
const maxTitle = 200;

/** Sections from heading to heading, each named after those it lies under. */
function readMarkdown(text: string): FileSyntax {
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

/** Lines that begin a section, by language, with the section's name in the group `name`. */
const heads: Readonly<Record<string, RegExp>> = {
  toml: /^\[\[?(?<name>[^\]]{1,120})\]\]?/,
  ini: /^\[(?<name>[^\]]{1,120})\]/,
  makefile: /^(?<name>[\w.%/-]{1,80})\s*:(?!=)/,
  dockerfile: /^FROM\s+\S+(?:\s+AS\s+(?<name>\S{1,80}))?/i,
};

const kindOf: Readonly<Record<string, string>> = { makefile: "target", dockerfile: "stage" };

/** Languages without a grammar that have a reader of their own. */
const readers: Readonly<Record<string, (text: string) => FileSyntax>> = {
  html: readHtml,
  json: readJson,
  markdown: readMarkdown,
  sql: readSql,
  yaml: readYaml,
};

/** Sections of a file that has no grammar. Undefined where the language has none. */
export function readSections(language: string, text: string): FileSyntax | undefined {
  const head = heads[language];
  return readers[language]?.(text) ?? (head && byHeads(head, kindOf[language] ?? "section", text));
}

/** Each section ends before the next heading. */
function byHeads(head: RegExp, kind: string, text: string): FileSyntax {
  const lines = text.split("\n");
  const starts = [...lines.entries()].flatMap(([row, line]) => {
    const match = line.length > 1000 ? null : head.exec(line);
    return match ? [{ row, name: match.groups?.name?.trim() || line.trim().slice(0, 80), line }] : [];
  });
  return syntaxOf(
    starts.map(({ row, name, line }, i): Section => {
      const to = (starts[i + 1]?.row ?? lines.length) - 1;
      return { name, parent: "", kind, from: row, to, head: line };
    }),
  );
}
