import type { SearchDocument } from "../../store/search/search-document.js";

/** About what the model reads at once. */
const passageLength = 1000;
const overlap = 150;
/** The beginning of a long text says what it is about; the rest is found by words. */
const mostPassages = 8;

/** The stretches of a document that get a vector each, cut at spaces and overlapping a little. */
export function passagesOf({ title, body, reply, files }: SearchDocument): string[] {
  const text = [title, files.slice(0, 3).join(" "), body, reply].filter(Boolean).join("\n");
  const passages: string[] = [];
  for (let from = 0; from < text.length && passages.length < mostPassages; ) {
    const to = from + passageLength >= text.length ? text.length : lastSpace(text, from + passageLength);
    passages.push(text.slice(from, to));
    if (to >= text.length) break;
    from = to - overlap;
  }
  return passages.length > 0 ? passages : [" "];
}

/** The end of the last whole word, unless that would leave little. */
function lastSpace(text: string, end: number): number {
  const at = text.lastIndexOf(" ", end);
  return at > end - passageLength / 2 ? at : end;
}
