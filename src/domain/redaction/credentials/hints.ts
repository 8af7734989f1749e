import words from "../../../../data/secret-words.json" with { type: "json" };
import { secretNames } from "../rules/secret-names.js";
import type { Detector, Mention } from "../scan/scan.js";

const passwords = [...secretNames].filter(([, { kind }]) => kind === "password").map(([word]) => word);
const others = [...secretNames].filter(([, { kind }]) => kind !== "password").map(([word]) => word);

/** Words for secrets and for entering something, in many languages; the first kind of a word counts. */
export const hintWords: ReadonlyMap<string, number> = new Map([
  ...words.entering.map((word) => [word, 3] as const),
  ...words.combinations.map((word) => [word, 2] as const),
  ...[...others, ...words.keys, ...words.networks, ...words.codes, ...words.phrases].map((word) => [word, 2] as const),
  ...passwords.map((word) => [word, 1] as const),
]);

export const maxLeft = 100;
export const maxRight = 50;
const farnessOf = (distance: number): number => (distance < 5 ? 0 : distance < 15 ? 1 : distance < 40 ? 2 : 3);
/** The kind of a word and how far away it is as one number, of which 0 is no word. */
const leftCode = (kind: number, farness: number): number => 1 + (kind - 1) * 4 + farness;
const kindIn = (left: number): number => (left === 0 ? 0 : ((left - 1) >> 2) + 1);
const farnessIn = (left: number): number => (left - 1) & 3;

/** The nearest word of the most telling kind on either side; `mentions` are in order. */
export function hintsAt(mentions: readonly Mention[], from: number, start: number, end: number) {
  let left = 0;
  let right = 0;
  for (let i = from; i < mentions.length; i++) {
    const { kind, start: at, end: to } = mentions[i] as Mention;
    if (at > end + maxRight) break;
    if (to <= start && to >= start - maxLeft) {
      const own = leftCode(kind, farnessOf(start - to));
      const isNearer = kind === kindIn(left) && own < left;
      if (left === 0 || kind < kindIn(left) || isNearer) left = own;
    } else if (at >= end && right === 0) right = 1 + farnessOf(at - end);
  }
  return { left, right };
}

/** Words alone are passwords only where the text says so. */
export const isPasswordNear = ({ left }: { left: number }): boolean => kindIn(left) === 1 && farnessIn(left) < 3;

/** Somewhere before it, as the heading of its column is. */
export const isPasswordFar = ({ left }: { left: number }): boolean => kindIn(left) === 1 && farnessIn(left) === 3;

/** Whether what is here is looked at whatever it looks like: a word for secrets is near, or one for entering right beside. */
export const isTelling = ({ left, right }: { left: number; right: number }): boolean =>
  (left > 0 && farnessIn(left) < (kindIn(left) === 3 ? 2 : 3)) || (right > 0 && right < 3);

const isLetter = (char: string | undefined) => char !== undefined && /[a-z\u00c0-\u024f]/i.test(char);

/** Short words begin others, and end them. */
const isWord = (text: string, start: number, end: number): boolean =>
  end - start > 4 ||
  !isLetter(text[start]) ||
  (!isLetter(text[end]) && (end - start > 3 || !isLetter(text[start - 1])));

/** Notes each word about secrets, in order of their ends. */
export const mentionDetectors: readonly Detector[] = [1, 2, 3].map((kind) => ({
  words: [...hintWords].filter(([, own]) => own === kind).map(([word]) => word),
  detect({ text, mentions }, start, end) {
    if (isWord(text, start, end)) mentions.push({ kind, start, end });
  },
}));
