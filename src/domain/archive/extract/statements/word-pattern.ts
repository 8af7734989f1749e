export interface WordPattern {
  test(text: string): boolean;
  /** Its `index` is that in the text. */
  exec(text: string): RegExpExecArray | null;
}

/**
 * Matches whole words in any script and case: `\b` knows only English letters. Spaces match any white space. The text is
 * made lower case instead of the pattern insensitive: that compiles several times as fast, which a hook notices. It is
 * made when it is first used: most hooks need none.
 */
export function wordPattern(...alternatives: readonly string[]): WordPattern {
  let made: RegExp | undefined;
  const pattern = () => {
    made ??= new RegExp(
      `(?<![\\p{L}\\p{N}_-])(?:${alternatives.join("|").replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}_])`,
      "u",
    );
    return made;
  };
  return {
    test: (text) => pattern().test(text.toLowerCase()),
    exec: (text) => pattern().exec(text.toLowerCase()),
  };
}
