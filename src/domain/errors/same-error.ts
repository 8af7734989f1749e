import { contentWords } from "../../base/text/content-words.js";
import { errorSignature } from "../../base/text/error-fingerprint.js";
import { jaccard } from "../../base/text/jaccard.js";
import { tokensOf } from "../../base/text/tokens.js";
import { ownFrame } from "./own-frame.js";

/** Words of every error and of every report ("Tests: 1 failed, 7 passed"): they tell no failure from another. */
const commonWords: ReadonlySet<string> = new Set(
  tokensOf(
    `test suite case spec example assertion fail failure error exception fatal panic panicked pass ok skip ignore pending
    total run ran time duration sec second ms build built command exit status code process task thread npm err lifecycle
    script elifecycle path done finish result warn info expect receive actual left right value during`,
  ),
);
const minSpecificWords = 2;

/** The words of a fingerprint that tell one failure from another. */
const specificWords = (fingerprint: string): ReadonlySet<string> =>
  new Set([...contentWords(fingerprint.replace(/<\w+>/g, " "))].filter((word) => !commonWords.has(word)));

/** Whether a fingerprint says more than that something failed. */
export const isSpecific = (fingerprint: string): boolean => specificWords(fingerprint).size >= minSpecificWords;

/** The share of the words of two fingerprints that both have; nothing where they are unspecific or quote different things. */
export function errorSimilarity(a: string, b: string): number {
  const [ofA, ofB] = [specificWords(a), specificWords(b)];
  if (ofA.size < minSpecificWords || ofB.size < minSpecificWords || quotesDiffer(a, b)) return 0;
  return jaccard(ofA, ofB);
}

/** A fix for one missing module says nothing about another one. */
function quotesDiffer(a: string, b: string): boolean {
  const [ofA, ofB] = [quotedIn(a), quotedIn(b)];
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((one) => ofB.includes(one));
}

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/(["'`])((?:(?!\1).)*\p{L}(?:(?!\1).)*)\1/gu)].map(([, , inner = ""]) => inner);

const minSimilarity = 0.5;

/**
 * Whether two outputs state one error, so that the fix of one is a likely fix of the other: the message is the same but
 * for numbers and paths, and says something specific. A `KeyError` of another key is another error. A message whose other
 * words differ is the same error at the same place of the reader's code.
 */
export function isSameError(a: string, b: string): boolean {
  const [left, right] = [errorSignature(a), errorSignature(b)];
  if (left === right) return isSpecific(left);
  return errorSimilarity(left, right) >= minSimilarity && haveSamePlace(a, b);
}

const haveSamePlace = (a: string, b: string) => {
  const place = ownFrame(a);
  return place !== undefined && place === ownFrame(b);
};

/** Whether two texts share words that are not in every error: with fewer than two, they have nothing to do with each other. */
export function areRelated(a: string, b: string): boolean {
  const words = specificWords(b.toLowerCase());
  return [...specificWords(a.toLowerCase())].filter((word) => words.has(word)).length >= minSpecificWords;
}
