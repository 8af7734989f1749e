import type { CodeSymbol } from "./code-chunk.js";
import type { FileSyntax } from "./read-syntax.js";

/** Lines that begin a section, by language, with the section's name in the group `name`. */
const heads: Readonly<Record<string, RegExp>> = {
  markdown: /^#{1,6}\s+(?<name>.{1,200}?)\s*#*$/,
  yaml: /^(?<name>[\w.$"'/-]{1,120}):(?:\s|$)/,
  toml: /^\[\[?(?<name>[^\]]{1,120})\]\]?/,
  ini: /^\[(?<name>[^\]]{1,120})\]/,
  json: /^(?: {1,4}|\t)"(?<name>[^"]{1,120})"\s*:/,
  sql: /^\s*(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:unique\s+|temp(?:orary)?\s+|materialized\s+)*(?:table|view|function|procedure|index|trigger|type|schema|sequence|policy)\s+(?:if\s+(?:not\s+)?exists\s+)?(?<name>[\w."`[\]]{1,120})/i,
  html: /<(?:h[1-6]|section|main|header|footer|nav|form|template|script|style|title)\b[^>]*?(?:\sid="(?<name>[^"]{1,80})")?[^>]*>/i,
  makefile: /^(?<name>[\w.%/-]{1,80})\s*:(?!=)/,
  dockerfile: /^FROM\s+\S+(?:\s+AS\s+(?<name>\S{1,80}))?/i,
};

const kindOf: Readonly<Record<string, string>> = { sql: "statement", makefile: "target", dockerfile: "stage" };
const fence = /^\s*(```|~~~)/;

/** Sections of a file that has no grammar: each goes on to the next head. Undefined where the language has none. */
export function readSections(language: string, text: string): FileSyntax | undefined {
  const head = heads[language];
  if (!head) return undefined;
  const lines = text.split("\n");
  const kind = kindOf[language] ?? "section";
  const starts: { row: number; name: string; line: string }[] = [];
  let isFenced = false;
  for (const [row, line] of lines.entries()) {
    if (language === "markdown" && fence.test(line)) isFenced = !isFenced;
    const found = isFenced || line.length > 1000 ? null : head.exec(line);
    // Of nested keys only the outermost are sections.
    const isOuter = language !== "json" || indent(line) === indent(starts[0]?.line ?? line);
    if (found && isOuter) starts.push({ row, name: found.groups?.name?.trim() || line.trim().slice(0, 80), line });
  }
  const symbols = starts.map(({ row, name, line }, i): CodeSymbol => {
    const end = (starts[i + 1]?.row ?? lines.length) - 1;
    return { name, kind, start: row + 1, end: end + 1, signature: line.trim().slice(0, 200), parent: "" };
  });
  return { symbols, regions: withoutCrumbs(symbols) };
}

/** Sections of a line or two are told with those that follow: alone they say nothing. */
function withoutCrumbs(symbols: readonly CodeSymbol[]): FileSyntax["regions"] {
  const regions: { from: number; to: number; kind: string; symbol: string }[] = [];
  for (const { start, end, kind, name } of symbols) {
    const last = regions.at(-1);
    const isCrumb = last !== undefined && last.to - last.from < fewRows && end - (last.from + 1) < mostRows;
    if (isCrumb) last.to = end - 1;
    else regions.push({ from: start - 1, to: end - 1, kind, symbol: name });
  }
  return regions;
}

const indent = (line: string) => line.length - line.trimStart().length;

const fewRows = 4;
const mostRows = 40;
