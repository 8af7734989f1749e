import type { Finding } from "./finding.js";
import { entropy } from "./heuristics/entropy.js";
import { alphaBit, bitOf, isIn } from "./scan/alphabets.js";
import type { SecretFinder } from "./scan/find-secrets.js";

/**
 * Secrets behind an encoding that is cheap to undo: percent signs, JSON escapes, characters that are not seen or
 * look alike, base64 and hexadecimal. Each is undone once; what was encoded twice stays.
 */
export function findEncoded(text: string, finder: SecretFinder, path: string | undefined): Finding[] {
  const inStretches = decodeStretches(text).flatMap(({ text: decoded, positions }) =>
    finder
      .find(decoded, path)
      .findings.map(({ rule, start, end }) => ({
        rule,
        start: positions[start] ?? 0,
        end: positions[end] ?? text.length,
      })),
  );
  const inRuns = decodeRuns(text).flatMap(({ start, end, text: decoded }) => {
    const rule = decoded === undefined ? "discord-bot-token" : finder.find(decoded, path).findings[0]?.rule;
    return rule === undefined ? [] : [{ rule, start, end }];
  });
  return [...inStretches, ...inRuns];
}

/** A stretch of text with its encodings undone, and where each character of it came from. */
interface DecodedText {
  readonly text: string;
  /** For every character the start of its source, and one more for the end. */
  readonly positions: readonly number[];
}

/** Characters that are not seen, and the forms of ASCII in full width. */
const invisible = "\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff";
const fullWidth = "\\uff01-\\uff5e";
/** Cyrillic and Greek letters that look like Latin ones, and these in the same order. */
const lookAlikes = "аеорсухіјѕАВЕКМНОРСТХІЈЅαορνΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";
const latin = "aeopcyxijsABEKMHOPCTXIJSaopvABEZHIKMNOPTYX";

const encodedAscii = /%[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}/g;
const encodedAny = new RegExp(`%[0-9a-fA-F]{2}|\\\\u[0-9a-fA-F]{4}|[${invisible}${fullWidth}${lookAlikes}]`, "g");
const beyondLatin = /[\u0100-\uffff\u00ad]/;

/** Nearly all text is plain, which two searches show. */
function encodedCharacters(text: string): RegExp | undefined {
  if (beyondLatin.test(text)) return encodedAny;
  return text.includes("%") || text.includes("\\u") ? encodedAscii : undefined;
}

/** Names and values are at most this far from the character that hides them. */
const reach = 160;

/** The stretches of a text that have characters written in another way, decoded once. */
function decodeStretches(text: string): DecodedText[] {
  const pattern = encodedCharacters(text);
  if (pattern === undefined) return [];
  const stretches: DecodedText[] = [];
  let from = -1;
  let to = -1;
  for (const { index, 0: character } of text.matchAll(pattern)) {
    if (lookAlikes.includes(character) && !isBesideLatin(text, index)) continue;
    if (from < 0) from = Math.max(0, index - reach);
    else if (index - reach > to) {
      stretches.push(decodeStretch(text, from, to, pattern));
      from = Math.max(to, index - reach);
    }
    to = Math.min(text.length, index + reach);
  }
  if (from >= 0) stretches.push(decodeStretch(text, from, to, pattern));
  return stretches;
}

/** In a word of their own script these letters are what they look like. */
const isBesideLatin = (text: string, at: number) =>
  isIn(text.charCodeAt(at - 1), alphaBit) || isIn(text.charCodeAt(at + 1), alphaBit);

function decodeStretch(text: string, from: number, to: number, pattern: RegExp): DecodedText {
  const positions: number[] = [];
  const parts: string[] = [];
  let at = from;
  const keep = (end: number) => {
    for (let i = at; i < end; i++) positions.push(i);
    parts.push(text.slice(at, end));
  };
  for (const match of text.slice(from, to).matchAll(pattern)) {
    const start = from + match.index;
    keep(start);
    const decoded = decodeCharacter(match[0]);
    if (decoded !== "") positions.push(start);
    parts.push(decoded);
    at = start + match[0].length;
  }
  keep(to);
  return { text: parts.join(""), positions: [...positions, to] };
}

function decodeCharacter(encoded: string): string {
  if (encoded.length > 1) return String.fromCharCode(Number.parseInt(encoded.replace(/^%|^\\u/, ""), 16));
  const code = encoded.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  return latin[lookAlikes.indexOf(encoded)] ?? "";
}

/** A run of base64 or hexadecimal that is text; without one, a token that no word announces. */
interface EncodedRun {
  readonly start: number;
  readonly end: number;
  readonly text?: string;
}

const minRunLength = 24;
const maxRunLength = 4096;
const probeLength = 32;
const runBits = bitOf("base64all");

/** Bots of Discord have tokens of three parts, of 24 to 26, 6, and 27 or 38 characters. */
const restOfToken = /^\.(?=[\w-]*[A-Z])[\w-]{6}\.(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{27,38}(?![\w-])/;
const maxFirstPart = 26;
const maxRest = 47;
const minTokenEntropy = 3.3;

/** Runs of base64 or hexadecimal that decode to printable text; pictures and hashes do not. */
function decodeRuns(text: string): EncodedRun[] {
  const runs: EncodedRun[] = [];
  // Looks at every 24th character first: a run that is long enough covers one of them.
  for (let at = minRunLength - 1; at < text.length; at += minRunLength) {
    if (!isIn(text.charCodeAt(at), runBits)) continue;
    let start = at;
    while (start > at - minRunLength && isIn(text.charCodeAt(start - 1), runBits)) start--;
    let end = at + 1;
    while (isIn(text.charCodeAt(end), runBits)) end++;
    if (end - start >= minRunLength && end - start <= maxRunLength) {
      const rest =
        text[end] === "." && end - start <= maxFirstPart ? restOfToken.exec(text.slice(end, end + maxRest)) : null;
      const decoded = rest ? undefined : decodeRun(text.slice(start, end));
      if (rest && entropy(text, start, end) > minTokenEntropy) runs.push({ start, end: end + rest[0].length });
      if (decoded !== undefined) runs.push({ start, end, text: decoded });
    }
    if (end > at + minRunLength) at = end - (end % minRunLength);
  }
  return runs;
}

function decodeRun(encoded: string): string | undefined {
  const probe = encoded.slice(0, probeLength);
  const encoding = /^(?:[0-9a-fA-F]{2})+$/.test(probe) ? "hex" : "base64";
  if (!isPrintable(Buffer.from(probe, encoding).toString("latin1"))) return undefined;
  const decoded = Buffer.from(encoded, encoding).toString("latin1");
  return isPrintable(decoded) ? decoded : undefined;
}

const isPrintable = (text: string) => text.length >= 16 && /^[\t\n\r\x20-\x7e]+$/.test(text);
