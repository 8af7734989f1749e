import { isNonSecretName } from "../heuristics/non-secret-names.js";
import { isPasswordLike } from "../heuristics/password-like.js";
import { bitOf, isIn } from "../scan/alphabets.js";
import { isPlainAssignment, nameAround, type Site } from "../scan/assignment-site.js";
import { beginsLine, isLineBreak, literalEnd } from "../scan/literal-end.js";
import type { Scan } from "../scan/scan.js";

const maxLength = 128;
const identifierBits = bitOf("slugdot");

/** A string literal, or the rest of a line of YAML or INI, given to a name that speaks of a password. */
export function readPasswordAssignment(scan: Scan, site: Site): void {
  const end = valueEnd(scan.text, site);
  if (end < 0) return;
  scan.steps += end - site.valueStart;
  if (!isPasswordLike(scan.text.slice(site.valueStart, end))) return;
  if (isNonSecretName(nameAround(scan.text, site))) return;
  scan.report("password-assignment", site.valueStart, end);
}

function valueEnd(text: string, site: Site): number {
  if (site.operator === 62) return endOfElement(text, site);
  if (!isPlainAssignment(site)) return -1;
  if (site.quote === 0 && site.valueStart === site.nameEnd + 1) return endOfArgument(text, site);
  return site.quote === 0 ? endOfPlain(text, site) : literalEnd(text, site.valueStart, site.quote, maxLength);
}

/** `<password>…</password>` */
function endOfElement(text: string, { valueStart, nameEnd }: Site): number {
  if (valueStart !== nameEnd + 1) return -1;
  const length = text.slice(valueStart, valueStart + maxLength).search(/[\s<]/);
  return length > 0 && text.startsWith("</", valueStart + length) ? valueStart + length : -1;
}

/** `password=value` among the words of a command, or alone in its line. */
function endOfArgument(text: string, site: Site): number {
  const plain = endOfPlain(text, site);
  if (plain >= 0) return plain;
  const value = /^[^\s"'`\\(){}[\]<>,;&|=]{8,128}(?=[\s"'\\]|$)/.exec(
    text.slice(site.valueStart, site.valueStart + maxLength + 1),
  )?.[0];
  return value !== undefined && /[A-Za-z]\d+[A-Za-z]|[!#*+~]/.test(value) ? site.valueStart + value.length : -1;
}

/** `password: value` or `password = value` alone in its line, in a file or in a JSON string. */
function endOfPlain(text: string, site: Site): number {
  const start = startOfName(text, site);
  const isFirst = text[start - 1] === '"';
  if (!isFirst && !beginsLine(text, start)) return -1;
  for (let at = site.valueStart; at <= site.valueStart + maxLength; at++) {
    const code = text.charCodeAt(at);
    // The first line of a JSON string stands behind a quotation mark; an escaped line break proves that it is one.
    if (Number.isNaN(code) || isLineBreak(text, at)) return isFirst && code !== 92 ? -1 : at;
    if (code <= 32 || "\"'`;,)[]\\".includes(text[at] ?? "")) return -1;
  }
  return -1;
}

/** Where the name begins, or the blanks before it. */
function startOfName(text: string, site: Site): number {
  let at = site.wordStart;
  while (at > site.wordStart - 50 && isIn(text.charCodeAt(at - 1), identifierBits) && !beginsLine(text, at)) at--;
  while (at > site.wordStart - 80 && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
  return at;
}
