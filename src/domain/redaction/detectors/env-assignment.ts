import { isPlaceholder } from "../heuristics/is-placeholder.js";
import { readsLikeWords } from "../heuristics/looks-random.js";
import { isNonSecretName } from "../heuristics/non-secret-names.js";
import { bitOf, isIn } from "../scan/alphabets.js";
import { nameAround, type Site } from "../scan/assignment-site.js";
import { literalEnd } from "../scan/literal-end.js";
import type { Scan } from "../scan/scan.js";

const nameBits = bitOf("uppernum");
const maxLength = 512;

/** `NAME=value` as in `.env` files, shells and Dockerfiles, where the name is in capitals and speaks of a secret. */
export function readEnvAssignment(scan: Scan, site: Site): void {
  const { text } = scan;
  const start = nameStart(text, site);
  if (start < 0) return;
  const end = valueEnd(text, site);
  scan.steps += end - start;
  if (end < 0 || !isSecretValue(text, site.valueStart, end, text.slice(start, site.nameEnd))) return;
  if (isNonSecretName(nameAround(text, site))) return;
  scan.report("env-assignment", site.valueStart, end);
}

/** Where the name begins, if all of it is in capitals and `=` follows it at once; else -1. */
function nameStart(text: string, site: Site): number {
  if (text[site.nameEnd] !== "=" || site.valueStart - site.nameEnd > 10) return -1;
  for (let i = site.wordStart; i < site.nameEnd; i++) if (!isNameUnit(text, i)) return -1;
  let at = site.wordStart;
  while (at > site.wordStart - 60 && isNameUnit(text, at - 1)) at--;
  return mayPrecede(text.charCodeAt(at - 1)) ? at : -1;
}

function isNameUnit(text: string, at: number): boolean {
  return isIn(text.charCodeAt(at), nameBits) || text.charCodeAt(at) === 95;
}

/** The start of the text or line, a blank, a quotation mark, or the `n` of an escaped line break. */
function mayPrecede(code: number): boolean {
  return Number.isNaN(code) || code <= 32 || code === 34 || code === 39 || code === 96 || code === 110;
}

function valueEnd(text: string, site: Site): number {
  if (site.quote !== 0) return literalEnd(text, site.valueStart, site.quote, maxLength);
  for (let at = site.valueStart; at <= site.valueStart + maxLength; at++) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code) || code <= 32 || code === 34 || code === 39 || code === 96 || code === 92) return at;
  }
  return -1;
}

function isSecretValue(text: string, start: number, end: number, name: string): boolean {
  const value = text.slice(start, end);
  if (value.length < 6 || isPlaceholder(value) || /[(){}<>|,;]|:\/\//.test(value) || /^[./~-]/.test(value))
    return false;
  if (/PASS|PWD/.test(name)) return true;
  if (/^[\d.]+$/.test(value) || value.length < 8) return false;
  return /\d/.test(value) || !readsLikeWords(value, 0, value.length);
}
