import { alphaBit, isIn, nameBit } from "./alphabets.js";
import type { Site } from "./assignment-site.js";
import { beginsWord } from "./boundary.js";
import { beginsLine, isLineBreak, literalEnd } from "./literal-end.js";

/**
 * Where a value is written:
 * - `literal`: in quotation marks
 * - `element`: between XML tags
 * - `line`: alone behind its name in a line, as in YAML, INI and `.env` files
 * - `cell`: in a row of a table
 * - `inline`: anywhere else, where code and prose look the same
 */
export type ValuePlace = "literal" | "element" | "line" | "cell" | "inline";

export interface AssignedValue {
  readonly end: number;
  readonly place: ValuePlace;
}

const maxLength = 256;
const openBrace = 123;

/** The extent of the value at a site; undefined if there is none that ends in sight. */
export function readAssignedValue(text: string, site: Site): AssignedValue | undefined {
  if (site.operator === 62) return readElement(text, site);
  if (site.quote === 0) return readBare(text, site);
  const end = literalEnd(text, site.valueStart, site.quote, maxLength);
  return end < 0 ? undefined : { end, place: "literal" };
}

/** `<password>…</password>`, and `<secret>{…}</secret>` as Jenkins writes it, where the braces may hold blanks. */
function readElement(text: string, { valueStart, nameEnd }: Site): AssignedValue | undefined {
  if (valueStart !== nameEnd + 1) return undefined;
  const limit = Math.min(text.length, valueStart + maxLength);
  const isBraced = text.charCodeAt(valueStart) === openBrace;
  let at = valueStart;
  while (at < limit && text[at] !== "<" && (isBraced || text.charCodeAt(at) > 32)) at++;
  return at > valueStart && text.startsWith("</", at) ? { end: at, place: "element" } : undefined;
}

function readBare(text: string, site: Site): AssignedValue | undefined {
  const isDefault = text[site.valueStart - 1] === "-" && text[site.valueStart - 2] === ":";
  let at = site.valueStart;
  const limit = Math.min(text.length, at + maxLength);
  while (at < limit && !endsBare(text, at) && !(isDefault && text[at] === "}")) at++;
  if (at === limit && at < text.length) return undefined;
  const end = withoutPunctuation(text, site.valueStart, parameterEnd(text, site.valueStart, at));
  if (end <= site.valueStart || continuesCall(text, at)) return undefined;
  if (site.operator === 124 && !text.slice(site.nameEnd, site.valueStart).includes("||"))
    return isCell(text, site, at) || isLine(text, site, at) ? { end, place: "cell" } : undefined;
  return { end, place: isDefault || isLine(text, site, at) ? "line" : "inline" };
}

/** In `token=…&team_id=…` the value ends where the next parameter begins. */
function parameterEnd(text: string, start: number, end: number): number {
  const next = text.slice(start, end).search(/&[A-Za-z]\w*=/);
  return next < 0 ? end : start + next;
}

/** `let key = client` and in the next line `.read()`: an expression. */
const continuesCall = (text: string, end: number) => /^[ \t]*\r?\n[ \t]*\??\.[A-Za-z]/.test(text.slice(end, end + 120));

/** Blanks, quotation marks, backslashes, tags, and the signs of sentences in Chinese and Japanese. */
function endsBare(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 60) return isIn(text.charCodeAt(at + 1), alphaBit) || text[at + 1] === "/";
  if (code >= 0x3000 && code <= 0xff60) return code <= 0x303f || code >= 0xff00;
  return code <= 32 || code === 34 || code === 39 || code === 96 || code === 92;
}

function withoutPunctuation(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && ".,;:)*]}|".includes(text[at - 1] ?? "")) at--;
  return at;
}

/** Whether name and value are all there is in their line, in a file or in a JSON string. */
function isLine(text: string, site: Site, end: number): boolean {
  return endsLine(text, end) && startsLine(text, startOfName(text, site));
}

function endsLine(text: string, from: number): boolean {
  let at = from;
  while (text[at] === " " || text[at] === "*" || text[at] === "\t" || text[at] === "\u001b") {
    at = text[at] === "\u001b" ? text.indexOf("m", at) + 1 : at + 1;
    if (at === 0 || at > from + 16) return false;
  }
  if (at === text.length || isLineBreak(text, at)) return true;
  return text.startsWith(" #", at - 1);
}

const leaders = /(?:^|[\n"'`]|\\n)[ \t]*(?:[-*>+][ \t]{1,3})?\**(?:(?:export|ENV|set|SET|setx)[ \t]{1,4})?$/;

/** Blanks, the sign of a list, bold type, `export` and a color code may come before the name. */
function startsLine(text: string, nameStart: number): boolean {
  if (beginsLine(text, nameStart)) return true;
  const color = text[nameStart - 1] === "m" ? text.lastIndexOf("\u001b[", nameStart) : -1;
  const end = color > nameStart - 10 ? color : nameStart;
  return leaders.test(text.slice(Math.max(0, end - 48), end));
}

/** Where the name begins, or the first of several words of it. */
export function startOfName(text: string, site: Site): number {
  let at = site.wordStart;
  while (at > site.wordStart - 50 && isIn(text.charCodeAt(at - 1), nameBit) && !beginsLine(text, at)) at--;
  while (at < site.wordStart && (text[at] === " " || text[at] === "\t" || text[at] === "-")) at++;
  return text[at - 1] === "[" || !beginsWord(text, at) ? site.wordStart : at;
}

/** A row of a table begins with a bar and has one behind the value. */
function isCell(text: string, site: Site, end: number): boolean {
  const before = text.slice(Math.max(0, site.wordStart - 40), site.wordStart);
  return /\|[ \t]*[\w.-]*$/.test(before) && /^[ \t]*\|/.test(text.slice(end, end + 8));
}
