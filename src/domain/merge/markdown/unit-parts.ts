/** The parts of a list item: its marker, its check box if it has one, and its text. */
interface ItemParts {
  readonly marker: string;
  readonly box: string;
  readonly text: string;
  /** The text without number, bullet and box, and with single spaces. */
  readonly words: string;
}

export function itemParts(item: string): ItemParts {
  const match = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*)(\[[ xX]\](?=\s|$)[ \t]*)?/.exec(item);
  const marker = match?.[1] ?? "";
  const box = match?.[2] ?? "";
  const text = item.slice(marker.length + box.length);
  return { marker, box, text, words: text.trim().replace(/\s+/g, " ") };
}

/** The cells of a table row, trimmed; a rule's dashes are shortened so that padding makes no difference. */
export function rowCells(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^(:?)-+(:?)$/, "$1-$2"));
}
