import type { FileSyntax } from "./read-syntax.js";
import { readHtml } from "./structure/read-html.js";
import { readJson } from "./structure/read-json.js";
import { readMarkdown } from "./structure/read-markdown.js";
import { readSql } from "./structure/read-sql.js";
import { readYaml } from "./structure/read-yaml.js";
import { type Section, syntaxOf } from "./structure/section.js";

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
