const plain = /^[\x20-\x7e]*$/;
/** Characters that take two cells: East Asian wide and fullwidth characters, and emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|^\p{Extended_Pictographic}\ufe0f/u;
const invisible = /^[\p{Mark}\p{Cf}]+$/u;
let segmenter: Intl.Segmenter | undefined;
/** Created on first use: it loads ICU's rules, which takes a command longer than most of its own work. */
const graphemesOf = (line: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(line);
};

const cellsOfGrapheme = (grapheme: string): number => (wide.test(grapheme) ? 2 : invisible.test(grapheme) ? 0 : 1);

/** The number of terminal cells that a line takes. */
export function cellsOf(line: string): number {
  if (plain.test(line)) return line.length;
  let cells = 0;
  for (const { segment } of graphemesOf(line)) cells += cellsOfGrapheme(segment);
  return cells;
}

/** The number of characters of a line that fit into `cells`; never splits a grapheme. */
export function countFitting(line: string, cells: number): number {
  const head = line.slice(0, Math.max(0, cells));
  if (plain.test(head)) return head.length;
  let used = 0;
  for (const { segment, index } of graphemesOf(line)) {
    used += cellsOfGrapheme(segment);
    if (used > cells) return index;
  }
  return line.length;
}

/** A line cut to `cells`. */
export const clipToCells = (line: string, cells: number): string =>
  cellsOf(line) <= cells ? line : `${line.slice(0, countFitting(line, cells - 1))}…`;

/** Lines of at most `cells`, broken at spaces if possible. */
export const wrapToCells = (text: string, cells: number): string[] =>
  text.split("\n").flatMap((line) => wrapLine(line, Math.max(2, cells)));

function wrapLine(line: string, cells: number): string[] {
  const lines: string[] = [];
  let rest = line;
  for (let max = countFitting(rest, cells); max < rest.length; max = countFitting(rest, cells)) {
    const space = rest.lastIndexOf(" ", max);
    const end = space > 0 ? space : Math.max(1, max);
    lines.push(rest.slice(0, end));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...lines, rest];
}

/** Replaces characters that would move the cursor, change colors or the text direction, each with one space. */
export const blankControls = (text: string): string =>
  text.replace(/\r\n/g, " \n").replace(/(?!\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/gu, " ");

/** The same on one line; positions do not change. */
export const onOneLine = (text: string): string => blankControls(text).replaceAll("\n", " ");
