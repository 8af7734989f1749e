import { hasUsualPairs, readsLikeName } from "./looks-random.js";

/** The words of an identifier: camelCase, capitals, and what separators and digits divide. */
const wordsOf = (value: string) => value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];

/** Letters and digits drawn by chance change their kind every two characters or so; words, numbers and alphabets do not. */
const minMeanRun = 3;

/** Whether words, numbers or parts of an alphabet make up a value, rather than characters drawn one by one. */
export function hasLongRuns(value: string): boolean {
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return runs.join("").length >= runs.length * minMeanRun;
}

/**
 * The share of readable words from which a value is an identifier. Chance reaches half in 3 of 100 tokens, three
 * quarters in 3 of 1000: less is asked where code, which is full of identifiers, is as likely as a quoted secret.
 */
export const minReadableBare = 0.5;
export const minReadableQuoted = 0.75;

const maxNumbers = 3;

/**
 * `pkcs8P224PrivateKeyHex`, `ChaCha20-Poly1305`: an identifier of several words, with at least this share of its
 * letters in words of three or more that can be read.
 */
export function readsLikeIdentifier(value: string, minReadable: number): boolean {
  if (!/^[A-Za-z_$][\w$-]*$/.test(value) || !/[a-z][A-Z]|[_-]/.test(value)) return false;
  if ((value.match(/\d+/g) ?? []).length > maxNumbers) return false;
  const words = wordsOf(value);
  const readable = words.filter(
    (word) => word.length > 2 && (hasUsualPairs(word) || readsLikeName(word, 0, word.length)),
  );
  return readable.join("").length >= words.join("").length * minReadable;
}
