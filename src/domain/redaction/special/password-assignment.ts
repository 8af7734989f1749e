import { bitOf, isIn } from "../alphabets.js";
import { isPlainAssignment, nameAround, type Site } from "../assignment-site.js";
import { isBenignName } from "../benign-names.js";
import { beginsLine, isLineBreak, literalEnd } from "../literal-end.js";
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
  return site.quote === 0 ? endOfPlain(text, site) : literalEnd(text, site.valueStart, site.quote, longest);
}

/** `<password>…</password>` */
function endOfElement(text: string, { valueStart, nameEnd }: Site): number {
  if (valueStart !== nameEnd + 1) return -1;
  const length = text.slice(valueStart, valueStart + longest).search(/[\s<]/);
  return length > 0 && text.startsWith("</", valueStart + length) ? valueStart + length : -1;
}

/** `password: value` or `password = value` alone in its line, in a file or in a JSON string. */
function endOfPlain(text: string, site: Site): number {
  if (!isAloneInLine(text, site)) return -1;
  for (let at = site.valueStart; at <= site.valueStart + longest; at++) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code) || isLineBreak(text, at)) return at;
    if (code <= 32 || "\"'`;,)[]\\".includes(text[at] ?? "")) return -1;
  }
  return -1;
}

function isAloneInLine(text: string, site: Site): boolean {
  let at = site.wordStart;
  while (at > site.wordStart - 50 && isIn(text.charCodeAt(at - 1), identifierBits) && !beginsLine(text, at)) at--;
  while (at > site.wordStart - 80 && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
  return beginsLine(text, at);
}
