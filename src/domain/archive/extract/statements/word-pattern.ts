/** Matches whole words in any script: `\b` knows only English letters. Spaces match any white space. */
export const wordPattern = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${alternatives.join("|").replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}_])`, "iu");
