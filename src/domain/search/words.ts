// The archive contract's stop words: too common to tell documents apart.
const stopWords = new Set(
  `the a an and or but in on at to for of with by from as is was are were be been being have has had do does did will
  would should could can may might must this that these those i you he she it we they them what which who whom how when
  where why`.split(/\s+/),
);

/** The words of a text as they are compared: lower case, split at case changes and punctuation, reduced to a stem. */
export function stemsOf(text: string): string[] {
  const spaced = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2");
  const words = spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word)).map(stem);
}

/** Takes common English endings off, so that `fixes`, `fixed` and `fixing` meet at `fix`. */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  const bare = word
    .replace(/(ss|sh|ch|x|z)es$/, "$1")
    .replace(/([^s])s$/, "$1")
    .replace(/(?<=[a-z]{3})(ing|ed)$/, "")
    .replace(/(?<=[a-z]{3})e$/, "")
    .replace(/(?<=[a-z]{3})(ie|y)$/, "i");
  return bare.replace(/([bdfgmnprt])\1$/, "$1");
}
