import { alnumBit, bitOf, digitBit, isIn } from "../alphabets.js";
import { nameAround, type Site } from "../assignment-site.js";
import { isBenignName } from "../benign-names.js";
import { entropy } from "../entropy.js";
import { isPlaceholder } from "../is-placeholder.js";
import { looksRandom } from "../looks-random.js";
import type { Scan } from "../scan.js";

const leastEntropy = 3.5;
const plainBits = bitOf("slugdot");
const base64Bits = bitOf("base64");
const longestPlain = 150;
const longestBase64 = 1024;

/** A value that looks random, given to a name that speaks of keys, tokens or passwords. */
export function readGenericSecret(scan: Scan, site: Site): void {
  const end = valueEnd(scan, site);
  if (end < 0) return;
  const { text } = scan;
  const start = site.valueStart;
  scan.steps += end - start;
  if (!looksRandom(text, start, end) || entropy(text, start, end) < leastEntropy) return;
  if (isPlaceholder(text.slice(start, end)) || isCode(text, start, end, site)) return;
  if (isBenignName(nameAround(text, site))) return;
  scan.report("generic-api-key", start, end);
}

/** The end of a value of the plain alphabet, else of base64, that something ends; -1 if there is none. */
function valueEnd({ text }: Scan, site: Site): number {
  const start = site.valueStart;
  const plain = runEnd(text, start, plainBits, longestPlain);
  if (plain - start >= 10 && endsValue(text, plain, site.quote)) return plain;
  if (!isIn(text.charCodeAt(start), alnumBit)) return -1;
  const base64 = padEnd(text, runEnd(text, start, base64Bits, longestBase64));
  return base64 - start >= 12 && endsValue(text, base64, site.quote) ? base64 : -1;
}

function runEnd(text: string, start: number, bits: number, most: number): number {
  let at = start;
  while (at < start + most && isIn(text.charCodeAt(at), bits)) at++;
  return at;
}

function padEnd(text: string, from: number): number {
  let at = from;
  while (at < from + 3 && text[at] === "=") at++;
  return at;
}

/** Quotation marks, blanks, `;` and escapes end any value; other signs only one that is not quoted. */
function endsValue(text: string, end: number, quote: number): boolean {
  const code = text.charCodeAt(end);
  if (Number.isNaN(code) || code <= 32 || code === 34 || code === 39 || code === 96 || code === 59 || code === 92)
    return true;
  return quote === 0 && (code === 44 || code === 38 || code === 60 || code === 125);
}

/** `a.b1.c` without quotation marks is an expression of some language. */
function isCode(text: string, start: number, end: number, site: Site): boolean {
  if (site.quote !== 0) return false;
  const value = text.slice(start, end);
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value)) return true;
  return text[end] === "," && !isIn(text.charCodeAt(start), digitBit) && end - start < 20;
}
