import { letterTable } from "./letter-table.js";

/** Bits of a letter behind two others, in the eight steps that the table of letters knows. */
export const letterLevels: readonly number[] = [0.5, 1.5, 2.5, 3.5, 5, 6.5, 8.5, 11];

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const symbols = 27;

/** Bits of each letter behind two others; read on first use. */
let table: Float32Array | undefined;

function readTable(): Float32Array {
  const codes = Array.from(letterTable, (char) => alphabet.indexOf(char));
  return Float32Array.from(codes.flatMap((code) => [letterLevels[code >> 3] ?? 0, letterLevels[code & 7] ?? 0]));
}

/** How unusual the letters of a word in small letters are, its length included: `config` has 15 bits, `qwhzkv` 57. */
export function letterBits(word: string): number {
  table ??= readTable();
  let bits = 0;
  let context = 0;
  for (let i = 0; i <= word.length; i++) {
    const code = i < word.length ? word.charCodeAt(i) - 96 : 0;
    bits += table[context * symbols + code] ?? 0;
    context = (context % symbols) * symbols + code;
  }
  return bits;
}

const digitBits = Math.log2(10);
const yearBits = 7;
/** `1234`, `000`, `2121`. */
const plainNumberBits = 4;
const separatorBits = 1;
const signBits = 5;
/** A word that the text beside has too. */
const knownWordBits = 3;
const minKnownWord = 4;

const parts = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[-_./: ]+|[^A-Za-z0-9\-_./: ]/g;
/** More does not change the answer. */
const maxLength = 256;

/** The text beside a value, in small letters; read only for values that have words. */
type Beside = () => string;

/**
 * About how many bits a guesser needs for a value who knows words, numbers that count up or repeat, and the text
 * beside it. `minio123` beside `MINIO_USER` has 7, a drawn key of 16 hexadecimal digits more than 62.
 */
export function guessBits(value: string, beside: Beside): number {
  let bits = 0;
  for (const [part] of value.slice(0, maxLength).matchAll(parts)) bits += partBits(part, beside);
  return bits;
}

function partBits(part: string, beside: Beside): number {
  if (/^\d/.test(part)) return numberBits(part);
  if (/^[-_./: ]/.test(part)) return separatorBits;
  if (!/^[a-z]/i.test(part)) return signBits;
  const word = part.toLowerCase();
  // Which letters are capitals is one more guess.
  const caseBits = part === word ? 0 : 1;
  return caseBits + (isKnownWord(word, beside) ? knownWordBits : letterBits(word));
}

/** Also `psqlpass` beside `psqluser`. */
function isKnownWord(word: string, beside: Beside): boolean {
  if (word.length < minKnownWord) return false;
  const stem = word.replace(/(?:pass(?:word|wd)?|pwd?|secret|token|key|user|admin|root)$/, "");
  return beside().includes(word) || (stem.length >= minKnownWord && beside().includes(stem));
}

function numberBits(number: string): number {
  if (/^(?:19|20)\d\d$/.test(number)) return yearBits;
  const isPlain = "01234567890".includes(number) || "09876543210".includes(number) || /^(\d{1,4})\1+$/.test(number);
  return Math.min(number.length * digitBits, isPlain ? plainNumberBits : Number.POSITIVE_INFINITY);
}

/** Less than this, and it is among the first guesses of anyone. */
const minPasswordBits = 22;
/** Less than this, and the lines beside say all of it: `minio123` beside `MINIO_USER`, but not `acme2019` beside `acme`. */
const minBitsBeside = 8;
/** Long values repeat the words beside them: the names of settings, sentences, paths. */
const minLong = 24;
const minLongBitsEach = 2;
/** Of 16 drawn hexadecimal digits 99 in 100 exceed this, of 12 drawn letters and digits too. */
const minTokenBits = 62;
/** Words have 2 to 4 bits per character, drawn letters and digits 5 to 8, drawn hexadecimal digits 4 to 7. */
const minTokenBitsEach = 4.2;
const minHexBitsEach = 3.6;
/** Without quotation marks a value may be an identifier, and those have abbreviations. */
const minBareBitsEach = 5;

/** Whether a value that the place says to be a password says no more than the text beside it. */
export function isGuessable(value: string, beside: Beside): boolean {
  const bits = guessBits(value, beside);
  if (bits < minBitsBeside || guessBits(value, () => "") < minPasswordBits) return true;
  return value.length >= minLong && bits < minLongBitsEach * Math.min(value.length, maxLength);
}

/** Whether a machine drew a value: keys and tokens are drawn, names and numbers of all kinds are not. */
export function isDrawn(value: string, beside: Beside, isBare = false): boolean {
  const bits = guessBits(value, beside);
  const minWordsEach = isBare && /^[a-z_$][\w$]*$/i.test(value) ? minBareBitsEach : minTokenBitsEach;
  const minEach = /^[\da-f-]+$/i.test(value) ? minHexBitsEach : minWordsEach;
  return bits >= minTokenBits && bits >= minEach * Math.min(value.length, maxLength);
}
