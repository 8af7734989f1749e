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

/** A terminator for a text that lacks its last one, so that something can follow it. */
export function endLine(text: string, terminator = "\n"): string {
  return text === "" || text.endsWith("\n") ? text : text + terminator;
}

type LineEnding = "\n" | "\r\n" | "mixed";

/** How a text ends its lines; a text of at most one unended line has nothing to say against `\n`. */
export function lineEnding(text: string): LineEnding {
  const feeds = text.split("\n").length - 1;
  const returns = text.split("\r\n").length - 1;
  if (returns === 0) return "\n";
  return returns === feeds ? "\r\n" : "mixed";
}
