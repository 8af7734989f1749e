import { createHash } from "node:crypto";
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
export const looseContentKey = (title: string, content: string): string =>
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
    const hash = hashOf(word);
    for (let i = 0; i < sketchSize; i++) {
      const mixed = Math.imul(hash ^ Math.imul(i + 1, 0x9e3779b1), 0x85ebca6b);
      const value = (mixed ^ (mixed >>> 13)) >>> 0;
      if (value < (min[i] ?? 0)) min[i] = value;
    }
  }
  return min;
}

/** Estimated share of words in common, 0 to 1. */
export function estimateJaccard(a: readonly number[], b: readonly number[]): number {
  return a.filter((value, i) => value === b[i]).length / sketchSize;
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Share of distinct words in common, 0 to 1. */
export function similarity(a: string, b: string): number {
  const [left, right] = [new Set(tokensOf(a)), new Set(tokensOf(b))];
  const common = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - common;
  return all === 0 ? 1 : common / all;
}
