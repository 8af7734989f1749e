/** A list item taken apart: what precedes its text, its check box if it has one, and the text. */
interface ItemParts {
  readonly marker: string;
  readonly box: string;
  readonly text: string;
  /** The text whatever its number, bullet, box and spacing. */
  readonly words: string;
}

export function itemParts(item: string): ItemParts {
  const found = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*)(\[[ xX]\](?=\s|$)[ \t]*)?/.exec(item);
  const marker = found?.[1] ?? "";
  const box = found?.[2] ?? "";
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
