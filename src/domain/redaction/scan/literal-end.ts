/** Where the quotation mark comes again, plain or behind backslashes, before a blank or the end; -1 if it does not. */
export function literalEnd(text: string, start: number, quote: number, maxLength: number): number {
  for (let at = start; at <= start + maxLength; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (Number.isNaN(code) || code <= 32) return -1;
    if (code === 92 && text.charCodeAt(skipBackslashes(text, at)) === quote) return at;
  }
  return -1;
}

/** JSON inside JSON doubles them at every level; four levels have fifteen. */
const maxBackslashes = 16;

function skipBackslashes(text: string, from: number): number {
  let at = from;
  while (at < from + maxBackslashes && text.charCodeAt(at) === 92) at++;
  return at;
}

/** A line break, or an escaped one as in a JSON string. */
export function isLineBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 10 || code === 13) return true;
  if (code !== 92) return false;
  const escaped = text[skipBackslashes(text, at)];
  return escaped === "n" || escaped === "r";
}

/** Whether a line begins at `at`, after a line break or an escaped one. */
export function beginsLine(text: string, at: number): boolean {
  if (at === 0 || text[at - 1] === "\n") return true;
  return text[at - 1] === "n" && text[at - 2] === "\\";
}
