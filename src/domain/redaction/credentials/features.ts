import { letterBits } from "../heuristics/guess-bits.js";
import { headingOf } from "./heading.js";

/** Features are hashed into this many weights. */
export const featureCount = 1 << 16;

/** What the text around a stretch says about secrets: the nearest words on either side. */
export interface Hints {
  /** 0 none, then by kind of word and distance. */
  readonly left: number;
  readonly right: number;
}

const leftLength = 100;
const rightLength = 50;

let hash = 0;
let out: number[] = [];

const begin = (family: number) => {
  hash = Math.imul(family + 1, 0x9e3779b1);
};
const mix = (value: number) => {
  hash = Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 13);
};
const mixText = (text: string) => {
  for (let i = 0; i < text.length; i++) mix(text.charCodeAt(i));
  mix(31);
};
const end = () => {
  let h = hash ^ (hash >>> 15);
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  out.push(((h ^ (h >>> 15)) >>> 0) & (featureCount - 1));
};
const add = (family: number, ...parts: readonly (string | number)[]) => {
  begin(family);
  for (const part of parts) {
    if (typeof part === "number") mix(part + 7);
    else mixText(part);
  }
  end();
};

/** What a feature is about; the number is part of its hash. */
const f = {
  length: 0,
  kind: 1,
  sized: 2,
  sign: 3,
  runs: 4,
  turns: 5,
  edges: 6,
  whole: 7,
  form: 8,
  letters: 9,
  rarest: 10,
  words: 11,
  stretch: 12,
  variety: 13,
  gram: 14,
  before: 15,
  after: 16,
  around: 17,
  pairAround: 18,
  kindAround: 19,
  token: 20,
  tokens: 21,
  word: 22,
  near: 23,
  wordKind: 24,
  wordPair: 25,
  script: 26,
  nextToken: 27,
  nextWord: 28,
  lineStart: 29,
  code: 30,
  codeKind: 31,
  lineLength: 32,
  lineEdges: 33,
  hint: 34,
  hintKind: 35,
  hintBefore: 36,
  hintCode: 37,
  hintKindCode: 38,
  repeated: 39,
  heading: 40,
};

/** `a`, `A`, `1`, `x` for another script, or the sign itself. */
function classOf(code: number): number {
  if (code < 128) {
    if (code >= 97 && code <= 122) return 97;
    if (code >= 65 && code <= 90) return 65;
    if (code >= 48 && code <= 57) return 49;
    return code === 9 || code === 13 ? 32 : code;
  }
  if (code >= 0xc0 && code < 0x250) return 97;
  return code === 0xa0 || code === 0x3000 ? 32 : code > 0x2000 && code < 0x3100 ? code : 120;
}

const sizes = [6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 33, 40, 41, 64];
const sizeOf = (length: number) => sizes.findLastIndex((size) => length >= size);

const forms: readonly RegExp[] = [
  /^[A-Za-z_$][\w$]*$/,
  /^[a-z]+(?:[A-Z][a-z]*\d*)+$/,
  /^(?:[A-Z][a-z]+\d*){2,}$/,
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/,
  /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/,
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/,
  /^[\w$]+(?:\.[\w$]+)+$/,
  /^[\w.@~-]*(?:\/[\w.@-]+)+\/?$/,
  /\.[a-z]{1,5}\d?$/,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  /^[a-z]+:\/\//,
  /^v?\d+(?:\.\d+)+(?:[-+.][\w.]+)?$/,
  /^\d{4}-\d\d-\d\d/,
  /^\d+\.\d+\.\d+\.\d+/,
  /^[\da-f]{8}-[\da-f]{4}-/i,
  /^(?=.*\d)[\da-f]+$/i,
  /^(?:[\da-f]{7,8}|[\da-f]{12}|[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/,
  /^\d+$/,
  /^[A-Za-z]?[a-z]+$/,
  /^[A-Z]+$/,
  /^[A-Za-z0-9+/_-]+={0,2}$/,
  /^[A-Za-z]+(?:-[A-Za-z]+){2,}$/,
  /^[A-Za-z]+\d+$/,
  /^[A-Z][A-Z0-9]+-\d+$/,
  /[\w$]\(/,
  /^[$%@#&][\w{(]/,
  /^[*x•.]+$|\*{3}|x{4}|\.{3}|…/i,
  /\d:\d\d/,
  /\\[nrt"u]/,
  /&\w+;/,
  /%[sd\dA-F]/,
  /[a-z][01345][a-z]/i,
  /\.(?:com|net|org|io|dev|local|example|test|internal|lan)\b/,
  /^0x[\da-f]+u?l*$/i,
];

/** By classes of letters and digits. */
const letterBitOf: ReadonlyMap<number, number> = new Map([
  [97, 1],
  [65, 2],
  [49, 4],
  [120, 8],
]);

function addValue(value: string): number {
  const { length } = value;
  let kinds = 0;
  const runs: number[] = [];
  let lastClass = -1;
  for (let i = 0; i < length; i++) {
    const own = classOf(value.charCodeAt(i));
    const isLetter = own === 97 || own === 65 || own === 49 || own === 120;
    kinds |= isLetter ? (letterBitOf.get(own) ?? 0) : (45 <= own && own <= 47) || own === 95 ? 16 : 32;
    if (!isLetter && own !== lastClass) add(f.sign, own);
    if (own === lastClass) runs[runs.length - 1] = (runs.at(-1) as number) + 1;
    else runs.push(own * 8 + 1);
    lastClass = own;
  }
  const codes = runs.map((run) => (run >> 3) * 8 + Math.min(run & 7 || 7, 4));
  add(f.length, sizeOf(length));
  add(f.kind, kinds);
  add(f.sized, kinds, length < 8 ? 0 : length < 12 ? 1 : length < 20 ? 2 : 3);
  for (let i = -1; i < codes.length && i < 9; i++) add(f.runs, codes[i] ?? 0, codes[i + 1] ?? 1, codes[i + 2] ?? 1);
  add(f.turns, Math.min(codes.length, 12));
  add(f.edges, classOf(value.charCodeAt(0)), lastClass);
  add(f.whole, ...codes.slice(0, 6), codes.length > 6 ? 1 : 0);
  forms.forEach((form, i) => {
    if (form.test(value)) add(f.form, i);
  });
  return kinds;
}

function addGrams(value: string): void {
  const lower = `^${value.toLowerCase()}$`;
  for (let i = 0; i + 3 <= lower.length && i < 40; i++) {
    begin(f.gram);
    mix(lower.charCodeAt(i));
    mix(lower.charCodeAt(i + 1));
    mix(lower.charCodeAt(i + 2));
    end();
  }
}

/** How much its letters are like those of words. */
function addLetters(value: string, kinds: number): void {
  let bits = 0;
  let count = 0;
  let words = 0;
  let rarest = 0;
  let parts = 0;
  let partsLength = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g)) {
    parts++;
    partsLength += word.length;
    if (word.charCodeAt(0) < 65) continue;
    const own = letterBits(word.toLowerCase());
    bits += own;
    count += word.length + 1;
    words++;
    rarest = Math.max(rarest, own / (word.length + 1));
  }
  const each = count > 0 ? bits / count : 0;
  add(f.letters, Math.round(each * 2), 0);
  add(f.letters, Math.round(each), kinds);
  add(f.rarest, Math.round(rarest * 2));
  add(f.words, Math.min(words, 6));
  add(f.stretch, Math.round(Math.min(8, partsLength / Math.max(1, parts)) * 2), kinds);
  add(f.variety, Math.round((new Set(value).size / value.length) * 5), kinds);
}

/** Without accents and in small letters. */
export const plainWord = (word: string): string =>
  /^[\0-\x7f]*$/.test(word) ? word.toLowerCase() : word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const tokenPattern = /[\p{L}\p{M}]+|\d+|[^\s\p{L}\p{M}\d]/gu;

const signature = (text: string): string => {
  let signs = "";
  for (let i = 0; i < text.length; i++) signs += String.fromCharCode(classOf(text.charCodeAt(i)));
  return signs;
};

/** How far the same value is looked for: names are repeated. */
const reach = 1000;
const maxLine = 150;

/** Line breaks and quotation marks of a JSON string, as they were written. */
const unescaped = (text: string): string =>
  text.includes("\\")
    ? text
        .replace(/\\[nr]/g, "\n")
        .replace(/\\t/g, " ")
        .replace(/\\(["'])/g, "$1")
    : text;

/**
 * The features of a stretch in its text, as indexes of weights; undefined if `isWorth` says of the first ones, which
 * cost little, that the rest will not matter.
 */
export function featuresOf(
  text: string,
  start: number,
  stop: number,
  hints: Hints,
  isWorth: (features: readonly number[]) => boolean = () => true,
): readonly number[] | undefined {
  out = [];
  const value = text.slice(start, stop);
  const kinds = addValue(value);
  const left = unescaped(text.slice(Math.max(0, start - maxLine), start));
  const right = unescaped(text.slice(stop, stop + maxLine));
  const before = signature(left.slice(-5));
  const after = signature(right.slice(0, 4));
  for (let n = 1; n <= 5; n++) add(f.before, before.slice(-n));
  for (let n = 1; n <= 4; n++) add(f.after, after.slice(0, n));
  add(f.around, before.slice(-1), after.slice(0, 1));
  add(f.pairAround, before.slice(-2), after.slice(0, 2));
  add(f.kindAround, before.slice(-2), kinds);
  const hint = hints.left * 8 + hints.right;
  add(f.hint, hint);
  add(f.hintKind, hint, kinds);
  add(f.hintBefore, hint, before.slice(-2));
  if (!isWorth(out)) return undefined;
  addLetters(value, kinds);
  addGrams(value);
  addWords(left.slice(-leftLength), right.slice(0, rightLength), kinds);
  for (const word of headingOf(text, start).match(tokenPattern) ?? []) add(f.heading, plainWord(word));
  const code = addLine(left, right, kinds);
  add(f.hintCode, hint, code);
  add(f.hintKindCode, hint, kinds, code);
  const around = text.slice(Math.max(0, start - reach), start) + text.slice(stop, stop + reach);
  add(f.repeated, Math.min(around.split(value, 3).length, 3), kinds);
  return out;
}

function addWords(left: string, right: string, kinds: number): void {
  const tokens = (left.match(tokenPattern) ?? []).map(plainWord);
  const words = tokens
    .filter((token) => /^\p{L}/u.test(token))
    .slice(-8)
    .reverse();
  const [last = "^", second = "^", third = "^"] = tokens.slice(-3).reverse();
  add(f.token, 0, last);
  add(f.token, 1, second);
  add(f.token, 2, third);
  add(f.tokens, last, second);
  add(f.tokens, last, second, third);
  words.forEach((word, i) => {
    if (i < 3) add(f.word, i, word);
    add(f.near, i < 3 ? 0 : 1, word);
  });
  const [word0, word1] = words;
  if (word0 !== undefined) add(f.wordKind, word0, kinds);
  if (word0 !== undefined && word1 !== undefined) add(f.wordPair, word0, word1);
  // Scripts without blanks: pairs of letters.
  const wide = left.slice(-14);
  for (let i = 0; i + 2 <= wide.length; i++)
    if (wide.charCodeAt(i) > 0x24f && wide.charCodeAt(i + 1) > 0x24f) add(f.script, wide.slice(i, i + 2));
  const next = (right.match(tokenPattern) ?? []).slice(0, 4).map(plainWord);
  add(f.nextToken, 0, next[0] ?? "$");
  add(f.nextToken, 1, next[1] ?? "$");
  for (const word of next) if (/^\p{L}/u.test(word)) add(f.nextWord, word);
}

/** How much its line looks like code, 0 to 6. */
function addLine(left: string, right: string, kinds: number): number {
  const beforeIt = left.slice(left.lastIndexOf("\n") + 1);
  const [behindIt = ""] = right.split("\n", 1);
  const line = beforeIt + behindIt;
  const opening = signature(line.trimStart().slice(0, 3));
  add(f.lineStart, opening);
  add(f.lineStart, opening.slice(0, 1), beforeIt === "" ? 1 : 0);
  const signs = line.replace(/[\p{L}\p{M}\d\s]/gu, "").length;
  const code = line.length === 0 ? 0 : Math.min(6, Math.round((signs / line.length) * 10));
  add(f.code, code);
  add(f.codeKind, code, kinds);
  add(f.lineLength, line.length < 3 ? 0 : line.length < 20 ? 1 : line.length < 60 ? 2 : 3);
  add(f.lineEdges, beforeIt === "" ? 1 : 0, behindIt === "" ? 1 : 0);
  return code;
}
