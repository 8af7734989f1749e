import { maxTokenLength, stemOf, stopWords, tokensOf, tokensOfCompound } from "./tokens.js";

type Tell = (token: string, at: number) => void;

/** Tells each wanted token of a text with its number among all its tokens, from 0; answers how many tokens there are. */
export type TokenScan = (text: string, tell: Tell) => number;

/**
 * A scan for some tokens, and for all that begin in certain ways. The same as looking through `tokensOf(text)`, but most
 * words are never taken out of the text: a stem begins as its word does.
 */
export function createTokenScan(tokens: readonly string[], beginnings: readonly string[] = []): TokenScan {
  const wanted = new Set(tokens);
  const isWanted = (token: string) => wanted.has(token) || beginnings.some((one) => token.startsWith(one));
  const rests = restsOf([...tokens, ...beginnings]);
  const mayBeWanted = (text: string, start: number, length: number): boolean => {
    const some = rests[lettersAt(text, start, length)];
    return some?.some((rest) => text.startsWith(rest, start + 1)) === true;
  };

  const scanPlain = (text: string, before: number, tell: Tell): number => {
    let count = before;
    for (let i = 0; i < text.length; ) {
      const start = i;
      const first = kindAt(text, i);
      if (first === other || first === joiner) {
        i++;
        continue;
      }
      let code = 0;
      if (first === small || first === capital) {
        code = letterAt(text, i++);
        for (; kindAt(text, i) === small; i++) code = (code << 5) | letterAt(text, i);
      }
      const length = i - start;
      if (length === 0 || length > maxTokenLength || goesOn(text, i)) {
        i = endOfCompound(text, i);
        for (const token of tokensOfCompound(text.slice(start, i))) {
          if (isWanted(token)) tell(token, count);
          count++;
        }
      } else if (length > maxStopWordLength || !isStopCode(code)) {
        if (mayBeWanted(text, start, length)) {
          const token = stemOf(text.slice(start, i).toLowerCase());
          if (isWanted(token)) tell(token, count);
        }
        count++;
      }
    }
    return count;
  };

  const lookThrough = (text: string, before: number, tell: Tell): number => {
    const all = tokensOf(text);
    for (const [i, token] of all.entries()) if (isWanted(token)) tell(token, before + i);
    return before + all.length;
  };

  return (text, tell) => {
    if (isAscii.test(text)) return scanPlain(text, 0, tell);
    // Signs beyond ASCII may become others, but never across a space.
    let count = 0;
    for (const part of text.split(/[ \t\n\r\f\v]+/)) {
      count = (isAscii.test(part) ? scanPlain : lookThrough)(part, count, tell);
    }
    return count;
  };
}

const isAscii = /^[\0-\x7f]*$/;

const [other, small, capital, numeral, joiner] = [0, 1, 2, 3, 4];
/** What each sign is to a compound; beyond the end of a text there is nothing. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[a-z]/.test(sign)) return small;
  if (/[A-Z]/.test(sign)) return capital;
  if (/[0-9_]/.test(sign)) return numeral;
  return /[.\-/\\:@#+']/.test(sign) ? joiner : other;
});

const kindAt = (text: string, i: number): number => (i < text.length ? (kinds[text.charCodeAt(i)] as number) : other);
/** 1 to 26 for a letter, whatever its case. */
const letterAt = (text: string, i: number): number => text.charCodeAt(i) & 31;

const isInside = (kind: number) => kind === small || kind === capital || kind === numeral;

/** Whether the compound that reached `i` has more: signs of a word, maybe after signs that join words. */
function goesOn(text: string, i: number): boolean {
  let at = i;
  while (kindAt(text, at) === joiner) at++;
  return isInside(kindAt(text, at));
}

function endOfCompound(text: string, from: number): number {
  let i = from;
  while (goesOn(text, i)) {
    while (kindAt(text, i) === joiner) i++;
    while (isInside(kindAt(text, i))) i++;
  }
  return i;
}

const maxStopWordLength = 6;
const codeOf = (word: string) => [...word].reduce((code, _, i) => (code << 5) | letterAt(word, i), 0);
const stopCodes: ReadonlySet<number> = new Set([...stopWords].map(codeOf));
/** Most codes are found to be none by a look into a small table. */
const placeOfCode = (code: number) => (code ^ (code >>> 10)) & 1023;
const mayBeStop = new Uint8Array(1024);
for (const code of stopCodes) mayBeStop[placeOfCode(code)] = 1;
const isStopCode = (code: number) => mayBeStop[placeOfCode(code)] === 1 && stopCodes.has(code);

/** A stem's second letter is that of its word, save that a `y` may have become an `i`. */
const place = (first: number, second: number) => 32 * first + (second === yLetter ? iLetter : second);
const [iLetter, yLetter] = [letterAt("i", 0), letterAt("y", 0)];

const lettersAt = (text: string, i: number, length: number) =>
  place(letterAt(text, i), length > 1 ? letterAt(text, i + 1) : 0);

/** By two first letters, how words of wanted tokens go on after the first: all of a stem but its last two letters. */
function restsOf(wanted: readonly string[]): readonly (readonly string[])[] {
  const rests: string[][] = Array.from({ length: 32 * 32 }, () => none);
  for (const token of wanted.filter((one) => kindAt(one, 0) === small)) {
    const rest = token.slice(1, Math.max(1, token.length - 2));
    // A stem of one letter may come from a longer word.
    const seconds = token.length > 1 ? [letterAt(token, 1)] : rests.slice(0, 32).keys();
    for (const second of seconds) {
      const at = place(letterAt(token, 0), second);
      rests[at] = [...(rests[at] ?? none), rest];
    }
  }
  return rests;
}

const none: string[] = [];
