import { createHash } from "node:crypto";
import { fnv1a } from "../../base/text/fnv1a.js";
import { jaccard } from "../../base/text/jaccard.js";
import { tokensOf } from "../../base/text/tokens.js";

/**
 * Equal for texts with the same words, whatever their case, spacing, quotes and punctuation. Numbers, operators, signs
 * and versions count: `!=` differs from `==`.
 */
export function contentKey(title: string, content: string): string {
  const words = plainText(title, content).split(/\s+/u).map(trimPunctuation);
  return keyOf(words.filter((word) => word !== ""));
}

/** The key of rows written before operators counted; more texts share it, so a match must be verified. */
export const looseKey = (title: string, content: string): string =>
  keyOf(plainText(title, content).match(/[\p{L}\p{N}]+/gu) ?? []);

const plainText = (title: string, content: string): string =>
  `${title} ${content}`
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();

/** A word that consists of punctuation is an operator, and stays. */
const trimPunctuation = (word: string): string =>
  word.replace(/^["'`“”‘’([{]+/u, "").replace(/["'`“”‘’)\]}.,;:!?…]+$/u, "") || word;

const keyOf = (words: readonly string[]): string =>
  createHash("sha256").update(words.join(" ")).digest("base64url").slice(0, 24);

const sketchSize = 64;

/** MinHash: the share of equal numbers estimates the Jaccard similarity of two texts, which cannot be read from them. */
export function minHash(title: string, content: string): number[] {
  const min = new Array<number>(sketchSize).fill(0xffffffff);
  for (const word of new Set(tokensOf(`${title}\n${content}`))) {
    const hash = fnv1a(word);
    for (let i = 0; i < sketchSize; i++) {
      const mixed = Math.imul(hash ^ Math.imul(i + 1, 0x9e3779b1), 0x85ebca6b);
      const value = (mixed ^ (mixed >>> 13)) >>> 0;
      if (value < (min[i] ?? 0)) min[i] = value;
    }
  }
  return min;
}

/** Estimated share of words in common, 0 to 1. */
export const estimateJaccard = (a: readonly number[], b: readonly number[]): number =>
  a.filter((value, i) => i < sketchSize && value === b[i]).length / sketchSize;

/** What a tombstone keeps of a text: its MinHash, and then a hash of the words that change what a text says. */
export const tombstoneSketch = (title: string, content: string): number[] => [
  ...minHash(title, content),
  fnv1a(decisiveWords(`${title}. ${content}`).join(" ")),
];

/** Minimum Jaccard similarity of the words of nearly equal texts. */
export const minSimilarity = 0.85;

/** True if two texts say the same in nearly the same words. Tombstones from before decisive words counted lack their hash. */
export function isReworded(a: readonly number[], b: readonly number[]): boolean {
  const [left, right] = [a[sketchSize], b[sketchSize]];
  if (left !== undefined && right !== undefined && left !== right) return false;
  return estimateJaccard(a, b) >= minSimilarity;
}

const negations = /^(?:no|not|never|none|neither|nor|without|cannot|don't|\p{L}+n['’]t)$/u;

/** Marks of emphasis around words, as in Markdown. */
const emphasis = /(?<=^|\s)[*_~]+(?=[^\s*_~])|(?<=[^\s*_~])[*_~]+(?=[.,;:!?]*(?:\s|$))/gu;

/** Numbers, versions, negations, operators and names, sorted: a text with another one says something else. */
function decisiveWords(text: string): string[] {
  const words = text.normalize("NFKC").replace(emphasis, "").split(/\s+/u).filter(Boolean);
  return words
    .flatMap((full, i) => {
      const word = trimPunctuation(full);
      const isSentenceStart = i === 0 || /[.!?:]["'”’)\]]*$/u.test(words[i - 1] ?? "");
      const isName = /\p{Lu}/u.test(isSentenceStart ? word.slice(1) : word);
      const isOperator = !/[\p{L}\p{N}]/u.test(word) && !/^[-–—*•.…]+$/u.test(word);
      const isDecisive = /\p{N}/u.test(word) || isOperator || isName || negations.test(word.toLowerCase());
      return isDecisive ? [word.toLowerCase()] : [];
    })
    .sort();
}

export const similarity = (a: string, b: string): number => jaccard(new Set(tokensOf(a)), new Set(tokensOf(b)));
