/** One replacement in a text. A list of them is applied in order, each to the result of the previous one. */
export interface Splice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** A text with the edits that led to it. */
export interface EditedText {
  readonly text: string;
  readonly splices: readonly Splice[];
}

export const startEditing = (text: string): EditedText => ({ text, splices: [] });

export function splice({ text, splices }: EditedText, start: number, end: number, inserted: string): EditedText {
  const removed = text.slice(start, end);
  if (removed === inserted) return { text, splices };
  const next = text.slice(0, start) + inserted + text.slice(end);
  return { text: next, splices: [...splices, { at: start, removed, inserted }] };
}

export const insert = (edited: EditedText, at: number, text: string): EditedText => splice(edited, at, at, text);

/** Undoes the splices, the last one first: restores the text byte for byte. */
export function undoSplices(text: string, splices: readonly Splice[]): string {
  return splices.reduceRight(
    (restored, { at, removed, inserted }) => restored.slice(0, at) + removed + restored.slice(at + inserted.length),
    text,
  );
}
