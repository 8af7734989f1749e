import { markdownHeadings } from "../../base/text/markdown-blocks.js";
import type { FileSyntax } from "./read-syntax.js";
import { readHtml } from "./structure/read-html.js";
import { readJson } from "./structure/read-json.js";
import { readSql } from "./structure/read-sql.js";
import { readYaml } from "./structure/read-yaml.js";
import { syntaxOf, untilNext } from "./structure/section.js";

const separator = " / ";
const maxTitle = 200;

/** Sections from heading to heading, each named after those it lies under. */
function readMarkdown(text: string): FileSyntax {
  const lines = text.split("\n");
  const headings = markdownHeadings(lines.map(asMarkdown)).map(({ start: from, path }) => {
    const titles = path.map((title) => title.slice(0, maxTitle));
    const parent = titles.slice(0, -1).join(separator);
    return { name: titles.at(-1) ?? "", parent, from, head: lines[from] ?? "" };
  });
  return syntaxOf(untilNext(headings, lines.length), separator);
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

/** Sections begin at lines such as `head`, with their name in its group. */
const byHeads =
  (head: RegExp, kind = "section") =>
  (text: string): FileSyntax => {
    const lines = text.split("\n");
    const starts = lines.flatMap((line, from) => {
      const match = line.length > 1000 ? null : head.exec(line);
      return match ? { name: match[1]?.trim() || line.trim().slice(0, 80), from, head: line, kind } : [];
    });
    return syntaxOf(untilNext(starts, lines.length));
  };

/** By language, for those without a grammar. */
const readers: Readonly<Record<string, (text: string) => FileSyntax>> = {
  html: readHtml,
  json: readJson,
  markdown: readMarkdown,
  sql: readSql,
  yaml: readYaml,
  toml: byHeads(/^\[\[?([^\]]{1,120})\]\]?/),
  ini: byHeads(/^\[([^\]]{1,120})\]/),
  makefile: byHeads(/^([\w.%/-]{1,80})\s*:(?!=)/, "target"),
  dockerfile: byHeads(/^FROM\s+\S+(?:\s+AS\s+(\S{1,80}))?/i, "stage"),
};

/** Sections of a file that has no grammar. Undefined where the language has none. */
export const readSections = (language: string, text: string): FileSyntax | undefined => readers[language]?.(text);
