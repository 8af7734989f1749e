import { looksOf } from "../heuristics/looks.js";
import type { Scan } from "../scan/scan.js";

const maxLine = 400;
const maxRows = 200;
/** A heading has a word or two beside the one for a password. */
const maxHeading = 30;

/** May be escaped, as in a JSON string. */
const lineBreak = /\n|\\n/;

/** The cells below a heading about passwords, in a table of Markdown or in a list with commas. */
export function readColumn(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (
    scan.reached("column") > start ||
    !/^[\p{L}\d"'`*) ]{0,20}[ \t]{0,20}(?:[|,;\t\r\n]|\\n|\\t)/u.test(text.slice(end, end + 42))
  )
    return;
  const before = text.slice(Math.max(0, start - maxLine), start);
  const lineStart = start - (before.split(lineBreak).at(-1) ?? "").length;
  let at = nextLine(text, end);
  const names = cellsOf(text.slice(lineStart, at));
  scan.steps += at - lineStart;
  const column = cellsOf(`${text.slice(lineStart, start)}x`).length - 1;
  const isTable = /^[\s|:+-]{3,}(?:\\n)?$/.test(text.slice(at, nextLine(text, at)));
  if ((names[column]?.trim().length ?? maxLine) > maxHeading || names.length < 2) return;
  if (!isTable && !names.every((name) => /^[\p{L}\p{M}\d_ "'#-]{1,30}$/u.test(name))) return;
  for (let row = 0; row < maxRows; row++) {
    const next = nextLine(text, at);
    const cells = cellsOf(text.slice(at, next));
    if (cells.length !== names.length) break;
    reportCell(scan, at + cells.slice(0, column).join().length + Math.min(column, 1), cells[column] ?? "");
    scan.steps += next - at;
    at = next;
  }
  scan.setReached("column", at);
}

function nextLine(text: string, from: number): number {
  const found = lineBreak.exec(text.slice(from, from + maxLine));
  return Math.min(text.length, from + (found ? found.index + found[0].length : maxLine));
}

const cellsOf = (line: string) => line.replace(/\r?\n$|\\n$/, "").split(line.includes("|") ? "|" : /[,;\t]|\\t/);

function reportCell(scan: Scan, start: number, cell: string): void {
  const value = /[^\s"'`*\\]{6,128}/.exec(cell);
  const from = start + (value?.index ?? 0);
  if (value && looksOf(value[0]) !== "other") scan.report("password-assignment", from, from + value[0].length);
}
