import { longestToken, stemOf, stopWords, tokensOf } from "./tokens.js";

type Tell = (token: string, at: number) => void;

/** Tells each wanted token of a text with its number among all its tokens, from 0; answers how many tokens there are. */
export type TokenScan = (text: string, tell: Tell) => number;

/**
 * A scan for some tokens, and for all that begin in certain ways. The same as looking through `tokensOf(text)`, but most
 * words are never taken out of the text: a stem begins as its word does, so that two letters rule most of them out.
 */
export function createTokenScan(tokens: readonly string[], beginnings: readonly string[] = []): TokenScan {
  const wanted = new Set(tokens);
  const isWanted = (token: string) => wanted.has(token) || beginnings.some((one) => token.startsWith(one));
  const mayBegin = lettersOf([...tokens, ...beginnings]);

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
      if (length === 0 || length > longestToken || goesOn(text, i)) {
        i = endOfCompound(text, i);
        count = tellAll(tokensOf(text.slice(start, i)), count, tell);
      } else if (length > longestStopWord || !stopCodes.has(code)) {
        if (mayBegin[lettersAt(text, start, length)])
          tellAll([stemOf(text.slice(start, i).toLowerCase())], count, tell);
        count++;
      }
    }
    return count;
  };

  const tellAll = (found: readonly string[], before: number, tell: Tell): number => {
    for (const [i, token] of found.entries()) if (isWanted(token)) tell(token, before + i);
    return before + found.length;
  };

  return (text, tell) => {
    if (isAscii.test(text)) return scanPlain(text, 0, tell);
    // Signs beyond ASCII may become others, but never across a space.
    let count = 0;
    for (const part of text.split(/[ \t\n\r\f\v]+/)) {
      count = isAscii.test(part) ? scanPlain(part, count, tell) : tellAll(tokensOf(part), count, tell);
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

const kindAt = (text: string, i: number): number => kinds[text.charCodeAt(i)] ?? other;
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

const longestStopWord = 6;
const codeOf = (word: string) => [...word].reduce((code, _, i) => (code << 5) | letterAt(word, i), 0);
const stopCodes: ReadonlySet<number> = new Set([...stopWords].map(codeOf));

/** A stem's second letter is that of its word, save that a `y` may have become an `i`. */
const place = (first: number, second: number) => 32 * first + (second === yLetter ? iLetter : second);
const [iLetter, yLetter] = [letterAt("i", 0), letterAt("y", 0)];

const lettersAt = (text: string, i: number, length: number) =>
  place(letterAt(text, i), length > 1 ? letterAt(text, i + 1) : 0);

/** For each two first letters whether a wanted token may begin with them. */
function lettersOf(wanted: readonly string[]): Uint8Array {
  const may = new Uint8Array(32 * 32);
  for (const token of wanted.filter((one) => kindAt(one, 0) === small)) {
    if (token.length > 1) may[lettersAt(token, 0, token.length)] = 1;
    // A stem of one letter may come from a longer word.
    else may.fill(1, place(letterAt(token, 0), 0), place(letterAt(token, 0) + 1, 0));
  }
  return may;
}
