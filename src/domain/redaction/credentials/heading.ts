const maxLine = 300;
const maxAbove = 2000;
const maxRows = 20;
const lineBreak = /\n|\\n/;

/** The heading above a cell, in a table of Markdown or a list with commas, semicolons or tabs; empty if there is none. */
export function headingOf(text: string, at: number): string {
  const own =
    text
      .slice(Math.max(0, at - maxLine), at)
      .split(lineBreak)
      .pop() ?? "";
  if (own.length === maxLine) return "";
  const [rest = ""] = text.slice(at, at + maxLine).split(lineBreak, 1);
  const sign = ["|", "\t", ",", ";"].find((one) => own.includes(one) || rest.includes(one));
  if (sign === undefined) return "";
  const rows = text
    .slice(Math.max(0, at - own.length - maxAbove), at - own.length)
    .split(lineBreak)
    .slice(0, -1);
  const columns = (own + rest).split(sign).length;
  let heading = "";
  for (const row of rows.reverse().slice(0, maxRows)) {
    const cells = row.split(sign);
    if (cells.length !== columns) break;
    heading = cells[own.split(sign).length - 1] ?? "";
  }
  return heading.trim().slice(0, 40);
}
