import type { FileSyntax } from "../read-syntax.js";
import { type Section, syntaxOf } from "./section.js";

const sharp = /^ {0,3}(#{1,6}|={1,6})\s+(.{1,200}?)\s*#*$/;
const underline = /^(=+|-+|~+|\^+)\s*$/;
const fence = /^\s{0,3}(```+|~~~+)/;
const separator = " / ";

interface Heading {
  readonly row: number;
  readonly level: number;
  readonly name: string;
  readonly line: string;
}

/** Sections from heading to heading, each named after those it lies under. */
export function readMarkdown(text: string): FileSyntax {
  const lines = text.split("\n");
  const headings = headingsOf(lines);
  const open: Heading[] = [];
  const sections = headings.map((one, i): Section => {
    while ((open.at(-1)?.level ?? 0) >= one.level) open.pop();
    const parent = open.map(({ name }) => name).join(separator);
    open.push(one);
    const to = (headings[i + 1]?.row ?? lines.length) - 1;
    return { name: one.name, parent, kind: "section", from: one.row, to, head: one.line };
  });
  return syntaxOf(sections, separator);
}

function headingsOf(lines: readonly string[]): Heading[] {
  const found: Heading[] = [];
  let closing = "";
  const first = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  for (let row = first; row < lines.length; row++) {
    const line = lines[row] ?? "";
    const mark = fence.exec(line)?.[1]?.slice(0, 3) ?? "";
    if (mark !== "" && (closing === "" || closing === mark)) closing = closing === "" ? mark : "";
    else if (closing === "" && line.length <= 300) found.push(...headingAt(lines, row, line));
  }
  return found;
}

function headingAt(lines: readonly string[], row: number, line: string): Heading[] {
  const marked = sharp.exec(line);
  if (marked) return [{ row, level: marked[1]?.length ?? 1, name: marked[2] ?? "", line }];
  const under = underline.exec(lines[row + 1] ?? "")?.[1] ?? "";
  const name = line.trim();
  // A line that something shorter follows is a rule or a list, not a heading.
  const isTitle =
    /^[\p{L}\p{N}`"'*_[]/u.test(name) && !/^[-*+]\s|\|/.test(name) && under.length >= Math.min(3, name.length);
  return isTitle && under !== "" ? [{ row, level: "=-~^".indexOf(under[0] ?? "=") + 1, name, line }] : [];
}
