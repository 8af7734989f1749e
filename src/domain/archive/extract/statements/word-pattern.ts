export interface WordPattern {
  test(text: string): boolean;
  /** Its `index` is that in the text. */
  exec(text: string): RegExpExecArray | null;
}

/**
 * Matches whole words in any script and case: `\b` knows only English letters. Spaces match any white space. The text is
 * made lower case instead of the pattern insensitive: that compiles several times as fast, which a hook notices.
 */
export function wordPattern(...alternatives: readonly string[]): WordPattern {
  const words = alternatives.join("|").replaceAll(" ", "\\s+");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${words})(?![\\p{L}\\p{N}_])`, "u");
  return { test: (text) => pattern.test(text.toLowerCase()), exec: (text) => pattern.exec(text.toLowerCase()) };
}
