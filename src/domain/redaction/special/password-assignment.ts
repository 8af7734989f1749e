import { bitOf, isIn } from "../alphabets.js";
import { isPlainAssignment, nameAround, type Site } from "../assignment-site.js";
import { isBenignName } from "../benign-names.js";
import { isPasswordLike } from "../password-like.js";
import type { Scan } from "../scan.js";

const longest = 128;
const identifierBits = bitOf("slugdot");

/** A string literal, or the rest of a line of YAML or INI, given to a name that speaks of a password. */
export function readPasswordAssignment(scan: Scan, site: Site): void {
  const end = valueEnd(scan.text, site);
  if (end < 0) return;
  scan.steps += end - site.valueStart;
  if (!isPasswordLike(scan.text.slice(site.valueStart, end))) return;
  if (isBenignName(nameAround(scan.text, site))) return;
  scan.report("password-assignment", site.valueStart, end);
}

function valueEnd(text: string, site: Site): number {
  if (site.operator === 62) return endOfElement(text, site);
  if (!isPlainAssignment(site)) return -1;
  return site.quote === 0 ? endOfPlain(text, site) : endOfLiteral(text, site);
}

/** `<password>…</password>` */
function endOfElement(text: string, { valueStart, nameEnd }: Site): number {
  if (valueStart !== nameEnd + 1) return -1;
  const length = text.slice(valueStart, valueStart + longest).search(/[\s<]/);
  return length > 0 && text.startsWith("</", valueStart + length) ? valueStart + length : -1;
}

/** Where the same quotation mark comes again, in the same line. */
function endOfLiteral(text: string, { valueStart, quote }: Site): number {
  for (let at = valueStart; at <= valueStart + longest; at++) {
    const code = text.charCodeAt(at);
    if (code === quote || (code === 92 && text.charCodeAt(at + 1) === quote)) return at;
    if (Number.isNaN(code) || code <= 32) return -1;
  }
  return -1;
}

/** `password: value` or `password = value` alone in its line. */
function endOfPlain(text: string, site: Site): number {
  if (!isAloneInLine(text, site)) return -1;
  for (let at = site.valueStart; at <= site.valueStart + longest; at++) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code) || code === 10 || code === 13) return at;
    if (code === 91 || code === 93) return -1;
    if (code <= 32 || code === 34 || code === 39 || code === 96 || code === 59 || code === 44 || code === 41) return -1;
  }
  return -1;
}

function isAloneInLine(text: string, site: Site): boolean {
  let at = site.wordStart;
  while (at > site.wordStart - 50 && isIn(text.charCodeAt(at - 1), identifierBits)) at--;
  while (at > site.wordStart - 80 && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
  return at === 0 || text[at - 1] === "\n";
}
