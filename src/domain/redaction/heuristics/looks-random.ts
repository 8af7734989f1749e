import { alphaBit, digitBit, isIn } from "../scan/alphabets.js";
import { toLowerCode } from "../scan/match-token-pattern.js";
import { wordList } from "../scan/word-list.js";

/** For each letter the letters that often follow it in words and names; chance gives such a pair in 37 of 100 cases. */
const followers = wordList(`
  bcdgilmnprstuvy aeijlou acehiklortu adeilorsu acdefgilmnpqrstvwxy aefilortu ehilnorsu aeiortu
  abcdefglmnoprstvz es eis adeilostuvy abeimopsu acdefgiklnopstuvy bcdfgiklmnoprstuvw aeiloprstu u
  acdefgikmnorstuvy acehiopstuy acehiloprstuy abcdegilmnprst aeio aehinors cpt nops e
`);

const pairs = Uint32Array.from(followers, (letters) =>
  [...letters].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - 97)), 0),
);

/** Share of unusual pairs that words and identifiers stay under. */
const unusualInWords = 0.17;
/** Share of unusual pairs that names and abbreviations stay under, and letters drawn by chance exceed. */
const unusualByChance = 0.4;

/** Whether the letters of a stretch read like words: nearly all pairs are usual ones. */
export function readsLikeWords(text: string, start: number, end: number): boolean {
  const { total, unusual } = countPairs(text, start, end);
  return total >= 4 && unusual <= total * unusualInWords;
}

/** Whether the letters of a stretch may be those of a name with abbreviations and numbers, such as `dhcp6_server`. */
export function readsLikeName(text: string, start: number, end: number): boolean {
  const { total, unusual } = countPairs(text, start, end);
  return total >= 3 && unusual <= total * unusualByChance;
}

/** Whether every pair of letters is a usual one; for words too short to count. */
export const hasUsualPairs = (word: string): boolean => countPairs(word, 0, word.length).unusual === 0;

/** Whether the letters of a stretch make no words of any kind; judged only where there are enough of them. */
export function isUnreadable(text: string, start: number, end: number): boolean {
  const { total, unusual } = countPairs(text, start, end);
  return total >= 6 && unusual > total * unusualByChance;
}

function countPairs(text: string, start: number, end: number): { total: number; unusual: number } {
  let total = 0;
  let unusual = 0;
  for (let i = start; i + 1 < end; i++) {
    const first = text.charCodeAt(i);
    const second = text.charCodeAt(i + 1);
    if (!isIn(first, alphaBit) || !isIn(second, alphaBit) || beginsHump(first, second)) continue;
    total++;
    const bits = pairs[toLowerCode(first) - 97] as number;
    if ((bits & (1 << (toLowerCode(second) - 97))) === 0) unusual++;
  }
  return { total, unusual };
}

/** The border of two words in camelCase. */
function beginsHump(first: number, second: number): boolean {
  return first >= 97 && second <= 90;
}

/** Whether a stretch looks drawn by chance: some digits, and letters that make no words. */
export function looksRandom(text: string, start: number, end: number): boolean {
  const length = end - start;
  const { digits, letters, steps } = tally(text, start, end);
  if (letters === 0 || steps * 2 > length) return false;
  if (digits === 0 && letters === length) return false;
  if (digits === 0) return /[+/=]/.test(text.slice(start, end)) && isUnreadable(text, start, end);
  return digits * 10 >= length * 3 || !readsLikeWords(text, start, end);
}

function tally(text: string, start: number, end: number) {
  let digits = 0;
  let letters = 0;
  let steps = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (isIn(code, digitBit)) digits++;
    else if (isIn(code, alphaBit)) letters++;
    if (code === text.charCodeAt(i - 1) + 1) steps++;
  }
  return { digits, letters, steps };
}

/** The mean length of the words and numbers in a value. */
export function meanRun(value: string): number {
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return runs.join("").length / Math.max(1, runs.length);
}

/** Whether words, numbers or parts of an alphabet make up a value: drawn characters change their kind every two or so. */
export const hasLongRuns = (value: string): boolean => meanRun(value) >= 3;
