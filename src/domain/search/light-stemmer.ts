import { copyString } from "../../base/copy-string.js";
import { stopWords } from "../../store/search/tokens.js";

/** The words of a text as they are compared: lower case, reduced to a stem; an identifier counts whole and in its parts. */
export const stemsOf = (text: string): string[] => wordsOf(text).flatMap(stemsOfWord);

/** The same, each once: for an index that only asks whether a word is there. */
export function uniqueStems(text: string): string[] {
  const stems = new Set<string>();
  for (const word of new Set(wordsOf(text))) for (const one of stemsOfWord(word)) stems.add(one);
  return [...stems];
}

const isAscii = /^[\0-\x7f]*$/;

// The same for plain text, several times as fast.
const wordsOf = (text: string): readonly string[] =>
  text.match(isAscii.test(text) ? /[A-Za-z0-9_]+/g : /[\p{L}\p{N}_]+/gu) ?? [];

const known = new Map<string, readonly string[]>();
const maxCachedWords = 65_536;
const maxCachedWordLength = 40;

/** Texts repeat their words: most are looked up, not worked out. */
function stemsOfWord(word: string): readonly string[] {
  const found = known.get(word);
  if (found) return found;
  const own = copyString(word);
  const stems = wholeAndParts(own)
    .filter((one) => !stopWords.has(one))
    .map(stem);
  if (own.length > maxCachedWordLength) return stems;
  if (known.size >= maxCachedWords) known.clear();
  known.set(own, stems);
  return stems;
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
