/** The lines of a text, each with its terminator; only the last may lack one. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/** Adds the missing line break at the end of a text, so that other text can follow. */
export const ensureLineBreak = (text: string, terminator = "\n"): string =>
  text === "" || text.endsWith("\n") ? text : text + terminator;

type LineEnding = "\n" | "\r\n" | "mixed";

/** The line ending of a text; `\n` for a text without line breaks. */
export function lineEnding(text: string): LineEnding {
  const feeds = text.split("\n").length - 1;
  const returns = text.split("\r\n").length - 1;
  if (returns === 0) return "\n";
  return returns === feeds ? "\r\n" : "mixed";
}
