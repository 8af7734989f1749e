// The archive contract's stop words: too common to tell documents apart.
const stopWords = new Set(
  `the a an and or but in on at to for of with by from as is was are were be been being have has had do does did will
  would should could can may might must this that these those i you he she it we they them what which who whom how when
  where why`.split(/\s+/),
);

/** The words of a text as they are compared: lower case, reduced to a stem; an identifier counts whole and in its parts. */
export function stemsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words
    .flatMap(wholeAndParts)
    .filter((word) => !stopWords.has(word))
    .map(stem);
}

function wholeAndParts(word: string): string[] {
  const parts = word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .split(/[\s_]+/)
    .filter(Boolean);
  const all = parts.length > 1 ? [word, ...parts] : parts;
  return all.map((one) => one.toLowerCase());
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
