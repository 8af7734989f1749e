import { maxTokenLength, stemOf, stopWords, tokensOf, tokensOfCompound } from "./tokens.js";

type OnToken = (token: string, position: number) => void;
type OnLineEnd = (count: number) => void;

/**
 * Reports each target token of a text with its position among all tokens, from 0, and at the end of each line but the last
 * the number of tokens so far. Returns the number of tokens.
 */
export type TokenScan = (text: string, onToken: OnToken, onLineEnd?: OnLineEnd) => number;

/**
 * A scan for some tokens, and for all tokens with certain prefixes. The result equals filtering `tokensOf(text)`, but
 * most words are skipped without being sliced out of the text, because a stem begins with the same letters as its word.
 */
export function createTokenScan(tokens: readonly string[], prefixes: readonly string[] = []): TokenScan {
  const targets = new Set(tokens);
  const isTarget = (token: string) => targets.has(token) || prefixes.some((prefix) => token.startsWith(prefix));
  const tails = tailsByFirstLetters([...tokens, ...prefixes]);
  const mayBeTarget = (text: string, start: number, length: number): boolean => {
    const candidates = tails[letterPairAt(text, start, length)];
    return candidates?.some((tail) => text.startsWith(tail, start + 1)) === true;
  };

  const scanPlain = (text: string, countBefore: number, onToken: OnToken, onLineEnd?: OnLineEnd): number => {
    let count = countBefore;
    const bytes = bytesOf(text);
    for (let i = 0; i < text.length; ) {
      const start = i;
      const byte = bytes[i++] as number;
      const first = kinds[byte];
      if (first === other || first === joiner) {
        if (byte === newline) onLineEnd?.(count);
        continue;
      }
      let code = byte & letterBits;
      for (; kinds[bytes[i] as number] === lower; i++) code = (code << 5) | ((bytes[i] as number) & letterBits);
      const lettersEnd = i;
      i = endOfCompound(bytes, i);
      if (first === digit || i > lettersEnd || i - start > maxTokenLength) {
        const compoundTokens = tokensOfCompound(text.slice(start, i));
        for (let k = 0; k < compoundTokens.length; k++) {
          const token = compoundTokens[k] as string;
          if (mayBeListed(token) && isTarget(token)) onToken(token, count + k);
        }
        count += compoundTokens.length;
      } else if (i - start > maxStopWordLength || !isStopCode(code)) {
        if (mayBeTarget(text, start, i - start)) {
          const token = stemOf(text.slice(start, i).toLowerCase());
          if (isTarget(token)) onToken(token, count);
        }
        count++;
      }
    }
    return count;
  };

  /** Most tokens of compounds are ruled out by first character and length, before the set is asked. */
  const lengthsByFirst = new Int32Array(128);
  for (const token of tokens) addLength(lengthsByFirst, token);
  const mayBeListed = (token: string): boolean =>
    prefixes.length > 0 || ((lengthsByFirst[token.charCodeAt(0) & 127] as number) & (1 << (token.length & 31))) !== 0;

  const scanUnicode = (text: string, countBefore: number, onToken: OnToken): number => {
    const textTokens = tokensOf(text);
    for (const [i, token] of textTokens.entries()) if (isTarget(token)) onToken(token, countBefore + i);
    return countBefore + textTokens.length;
  };

  /** Normalization changes characters beyond ASCII, but never across a space. */
  const scanLine = (line: string, countBefore: number, onToken: OnToken): number => {
    if (isAscii.test(line)) return scanPlain(line, countBefore, onToken);
    let count = countBefore;
    for (const part of line.split(/[ \t\r\f\v]+/)) {
      count = (isAscii.test(part) ? scanPlain : scanUnicode)(part, count, onToken);
    }
    return count;
  };

  return (text, onToken, onLineEnd) => {
    if (isAscii.test(text)) return scanPlain(text, 0, onToken, onLineEnd);
    let count = 0;
    for (const [i, line] of text.split("\n").entries()) {
      if (i > 0) onLineEnd?.(count);
      count = scanLine(line, count, onToken);
    }
    return count;
  };
}

const newline = 10;

const isAscii = /^[\0-\x7f]*$/;

const [other, lower, upper, digit, joiner] = [0, 1, 2, 3, 4];
/** The role of each ASCII character in a compound. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return lower;
  if (/[A-Z]/.test(char)) return upper;
  if (/[0-9_]/.test(char)) return digit;
  return /[.\-/\\:@#+']/.test(char) ? joiner : other;
});

/** 1 to 26 for a letter, whatever its case. */
const letterBits = 31;
const letterAt = (text: string, i: number): number => text.charCodeAt(i) & letterBits;

let buffer = Buffer.alloc(65_536);

/** The characters of an ASCII text, ended by a zero and valid until the next call: bytes are read faster than a string. */
function bytesOf(text: string): Uint8Array {
  if (text.length >= buffer.length) buffer = Buffer.alloc(2 * text.length);
  buffer[buffer.write(text, "latin1")] = 0;
  return buffer;
}

/** Where a compound ends that continues at `i` with word characters, possibly after joiners; `i` if it does not. */
function endOfCompound(bytes: Uint8Array, start: number): number {
  let end = start;
  for (let i = start; ; i++) {
    const kind = kinds[bytes[i] as number];
    if (kind === other) return end;
    if (kind !== joiner) end = i + 1;
  }
}

const maxStopWordLength = 6;
const codeOf = (word: string) => [...word].reduce((code, _, i) => (code << 5) | letterAt(word, i), 0);
const stopCodes: ReadonlySet<number> = new Set([...stopWords].map(codeOf));
/** A small table rules out most codes before the set is asked. */
const bucketOf = (code: number) => (code ^ (code >>> 10)) & 1023;
const mayBeStop = new Uint8Array(1024);
for (const code of stopCodes) mayBeStop[bucketOf(code)] = 1;
const isStopCode = (code: number) => mayBeStop[bucketOf(code)] === 1 && stopCodes.has(code);

/** Index of the first two letters. A stem's second letter is that of its word, except that `y` may have become `i`. */
const letterPair = (first: number, second: number) => 32 * first + (second === yLetter ? iLetter : second);
const [iLetter, yLetter] = [letterAt("i", 0), letterAt("y", 0)];

const letterPairAt = (text: string, i: number, length: number) =>
  letterPair(letterAt(text, i), length > 1 ? letterAt(text, i + 1) : 0);

/** By first two letters: the letters that must follow the first one, which are all of a stem but its last two. */
function tailsByFirstLetters(stemsAndPrefixes: readonly string[]): readonly (readonly string[])[] {
  const tails: string[][] = Array.from({ length: 32 * 32 }, () => empty);
  for (const token of stemsAndPrefixes.filter((prefix) => kinds[prefix.charCodeAt(0)] === lower)) {
    const tail = token.slice(1, Math.max(1, token.length - 2));
    // A stem of one letter may come from a longer word.
    const seconds = token.length > 1 ? [letterAt(token, 1)] : tails.slice(0, 32).keys();
    for (const second of seconds) {
      const pair = letterPair(letterAt(token, 0), second);
      tails[pair] = [...(tails[pair] ?? empty), tail];
    }
  }
  return tails;
}

function addLength(lengthsByFirst: Int32Array, token: string): void {
  const first = token.charCodeAt(0) & 127;
  lengthsByFirst[first] = (lengthsByFirst[first] as number) | (1 << (token.length & 31));
}

const empty: string[] = [];
