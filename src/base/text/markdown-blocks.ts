/** Consecutive lines that belong together, without the blank lines around them. */
export interface Block {
  readonly kind: "front matter" | "heading" | "text" | "item" | "row";
  readonly start: number;
  readonly end: number;
  /** Of a heading 1 to 6; of a row 0 for the header, 1 for the rule below it, 2 for the rest; else 0. */
  readonly level: number;
  /** Columns before the first character, a tab counted as four. */
  readonly indent: number;
}

type Lines = readonly string[];

const atx = /^ {0,3}(#{1,6})(?:[ \t]|\r?$)/;
const setext = /^ {0,3}(?:(=+)|-+)[ \t\r]*$/;
const fence = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)/;
const thematicBreak = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t\r]*$/;
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|\r?$)/;
const interruptingItem = /^[ \t]*(?:[-*+]|1[.)])[ \t]+\S/;
const tableRule = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/;
const maxCommentLines = 500;

/** The blocks of a Markdown text in order. Lines inside fenced code and HTML comments are never headings. */
export function markdownBlocks(lines: Lines): Block[] {
  const blocks: Block[] = [];
  const front = frontMatterEnd(lines);
  if (front > 0) blocks.push({ kind: "front matter", start: 0, end: front, level: 0, indent: 0 });
  for (let at = front; at < lines.length; ) {
    if (isBlank(lines[at])) {
      at++;
      continue;
    }
    const newBlocks = isTableStart(lines, at) ? tableRows(lines, at) : [blockAt(lines, at)];
    for (const block of newBlocks) blocks.push(block);
    at = newBlocks.at(-1)?.end ?? lines.length;
  }
  return blocks;
}

export interface Heading {
  readonly start: number;
  readonly end: number;
  readonly level: number;
  readonly title: string;
  /** The titles of the headings it is under, outermost first, and its own. */
  readonly path: readonly string[];
}

/** The headings of a markdown text that have a title, in order. */
export function markdownHeadings(lines: Lines): Heading[] {
  const open: Heading[] = [];
  return markdownBlocks(lines).flatMap(({ kind, start, end, level }) => {
    const title = kind === "heading" ? headingTitle(lines.slice(start, end).join("\n")) : "";
    if (title === "") return [];
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const heading = { start, end, level, title, path: [...(open.at(-1)?.path ?? []), title] };
    open.push(heading);
    return [heading];
  });
}

/** A heading without its markup: `## Set up ##` and an underlined `Set up` have the same title. */
export function headingTitle(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.length > 1 && !isBlank(lines.at(-1))) return lines.filter((line) => !/^(?:=+|-+)$/.test(line)).join(" ");
  return text
    .replace(/^\s*#+/, "")
    .replace(/\s#+\s*$/, "")
    .trim();
}

export const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === "";

function indentOf(line: string | undefined): number {
  const space = /^[ \t]*/.exec(line ?? "")?.[0] ?? "";
  return space.replaceAll("\t", "    ").length;
}

/** The number of lines front matter takes at the start of a text, 0 without it. */
export function frontMatterEnd(lines: Lines): number {
  const first = lines.find((line, i) => i > 0 && !isBlank(line)) ?? "";
  // A blank line after `---` makes it a thematic break, unless a key follows.
  const isOpen = lines[0]?.replace(/^\ufeff/, "").trimEnd() === "---";
  if (!isOpen || (isBlank(lines[1]) && !/^[\w-]+:(?:\s|$)/.test(first))) return 0;
  const closingLine = lines.findIndex((line, i) => i > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return closingLine === -1 ? 0 : closingLine + 1;
}

function blockAt(lines: Lines, at: number): Block {
  const line = lines[at] ?? "";
  const block = (kind: Block["kind"], end: number, level = 0): Block => {
    return { kind, start: at, end: Math.max(end, at + 1), level, indent: indentOf(line) };
  };
  const heading = atx.exec(line);
  if (heading !== null) return block("heading", at + 1, heading[1]?.length ?? 1);
  if (thematicBreak.test(line)) return block("text", at + 1);
  if (item.test(line)) return block("item", itemEnd(lines, at));
  if (fenceOpening(line) !== undefined) return block("text", verbatimEnd(lines, at));
  return paragraph(lines, at, block);
}

function paragraph(
  lines: Lines,
  at: number,
  block: (kind: Block["kind"], end: number, level?: number) => Block,
): Block {
  let end = Math.max(verbatimEnd(lines, at), at + 1);
  while (!isBlank(lines[end])) {
    const underline = setext.exec(lines[end] ?? "");
    if (underline !== null) return block("heading", end + 1, underline[1] === undefined ? 2 : 1);
    if (startsBlock(lines, end)) break;
    end = Math.max(verbatimEnd(lines, end), end + 1);
  }
  return block("text", end);
}

function startsBlock(lines: Lines, at: number): boolean {
  const line = lines[at] ?? "";
  return (
    atx.test(line) ||
    thematicBreak.test(line) ||
    fenceOpening(line) !== undefined ||
    interruptingItem.test(line) ||
    isTableStart(lines, at)
  );
}

/** The end of a fenced block or HTML comment opened on a line, else the line itself. */
function verbatimEnd(lines: Lines, at: number): number {
  const line = lines[at] ?? "";
  const open = fenceOpening(line);
  if (open !== undefined) return fenceEnd(lines, at, open);
  const comment = line.lastIndexOf("<!--");
  if (comment === -1 || line.includes("-->", comment)) return at;
  const last = Math.min(lines.length, at + maxCommentLines);
  for (let i = at + 1; i < last; i++) if (lines[i]?.includes("-->")) return i + 1;
  return at;
}

/** The backticks or tildes that open fenced code; backticks again on the same line are a code span. */
function fenceOpening(line: string): string | undefined {
  const [, delimiter, info] = fence.exec(line) ?? [];
  return delimiter?.startsWith("`") && info?.includes("`") ? undefined : delimiter;
}

function fenceEnd(lines: Lines, at: number, open: string): number {
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i]?.trim() ?? "";
    if (line.startsWith(open) && line === open.charAt(0).repeat(line.length)) return i + 1;
  }
  return trimBlank(lines, at, lines.length);
}

function trimBlank(lines: Lines, start: number, end: number): number {
  let last = end;
  while (last > start + 1 && isBlank(lines[last - 1])) last--;
  return last;
}

/** An item includes its continuation lines, also indented ones after a blank line, but not the items nested in it. */
function itemEnd(lines: Lines, at: number): number {
  const inside = indentOf(lines[at]) + 2;
  let end = Math.max(verbatimEnd(lines, at), at + 1);
  while (end < lines.length) {
    let next = end;
    while (next < lines.length && isBlank(lines[next])) next++;
    const line = lines[next] ?? "";
    const indented = indentOf(line) >= inside;
    if (next === lines.length || item.test(line)) break;
    if (!indented && (next > end || startsBlock(lines, next) || setext.test(line))) break;
    end = Math.max(verbatimEnd(lines, next), next + 1);
  }
  return end;
}

function isTableStart(lines: Lines, at: number): boolean {
  const [head, rule] = [lines[at], lines[at + 1]];
  return (
    head !== undefined && rule !== undefined && head.includes("|") && rule.includes("|") && tableRule.test(rule.trim())
  );
}

function tableRows(lines: Lines, at: number): Block[] {
  const rows: Block[] = [];
  for (let i = at; !isBlank(lines[i]); i++) {
    if (i > at + 1 && (!lines[i]?.includes("|") || startsBlock(lines, i))) break;
    rows.push({ kind: "row", start: i, end: i + 1, level: Math.min(i - at, 2), indent: indentOf(lines[i]) });
  }
  return rows;
}
