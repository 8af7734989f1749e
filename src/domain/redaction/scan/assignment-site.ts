import { alphaBit, bitOf, isIn, nameBit, spaceBit } from "./alphabets.js";

/** An assignment to a name that contains a keyword. */
export interface Site {
  readonly wordStart: number;
  readonly wordEnd: number;
  /** Where the name ends, spaces included. */
  readonly nameEnd: number;
  /** The first character of the sign that assigns. */
  readonly operator: number;
  readonly valueStart: number;
  /** The quotation mark before the value, 0 if there is none. */
  readonly quote: number;
}

/** How much of a name may follow the keyword. */
const maxNameRest = 20;
const maxClosers = 16;
const maxFillers = 16;
const backslash = 92;
const equals = 61;
const asterisk = 42;
const escapeCode = 27;
export const openParenthesis = 40;
const closeParenthesis = 41;
/** Of a quoted value behind a dash, or behind a blank alone. */
export const dash = 45;
/** As Chinese and Japanese have it. */
const wideColon = 0xff1a;
/** French has one of these before a colon. */
const isHardBlank = (code: number) => code === 0xa0 || code === 0x202f;

const isQuote = (code: number) => code === 34 || code === 39 || code === 96;

/** Parses the text after a word: rest of the name, operator, quotation marks; undefined if no value is assigned. */
export function assignmentSite(text: string, wordStart: number, wordEnd: number): Site | undefined {
  const nameEnd = skipName(text, wordEnd);
  if (nameEnd < 0 || isConstantMember(text, wordEnd, nameEnd)) return undefined;
  const sign = skipClosers(text, nameEnd);
  const signEnd = skipOperator(text, sign);
  if (signEnd < 0) return quotedSite(text, wordStart, wordEnd, nameEnd, sign);
  const operator = text.charCodeAt(sign);
  const value = valueBehind(text, skipType(text, signEnd));
  // A comparison with what has no quotation marks compares two names.
  if (value.quote === 0 && operator === equals && text.charCodeAt(sign + 1) === equals) return undefined;
  return { wordStart, wordEnd, nameEnd, operator, ...value };
}

/** `[FieldKey.TRACE]: …`: a member of a list of names. */
function isConstantMember(text: string, wordEnd: number, nameEnd: number): boolean {
  return text[nameEnd] === "]" && /^s?\.[A-Z][A-Z0-9_]*$/.test(text.slice(wordEnd, nameEnd));
}

/** Signs that assign only a quoted value: `token - 'v'`, `password == "v"`, `setPassword("v")`, `getenv("KEY") ?: "v"`. */
function quotedSite(text: string, wordStart: number, wordEnd: number, nameEnd: number, sign: number): Site | undefined {
  // A call on the secret, as in `password.collate("…")`, takes something else.
  const isOpen = text.charCodeAt(sign) === openParenthesis && !text.slice(wordEnd, nameEnd).includes(".");
  let at = isOpen ? sign + 1 : skipComparison(text, sign);
  if (at < 0) return dashedSite(text, wordStart, wordEnd);
  while (at < sign + maxFillers && text.charCodeAt(at) === 32) at++;
  const { valueStart, quote } = valueBehind(text, at);
  if (quote === 0 || valueStart > at + 4) return undefined;
  return { wordStart, wordEnd, nameEnd, operator: text.charCodeAt(sign), valueStart, quote };
}

/** Names hold hyphens and blanks, so ` - '` is read as a part of the name. */
function dashedSite(text: string, wordStart: number, wordEnd: number): Site | undefined {
  if (text[wordEnd] !== " ") return undefined;
  const at = text.startsWith("- ", wordEnd + 1) ? wordEnd + 3 : wordEnd + 1;
  const quote = text.charCodeAt(at);
  // Behind the mark that closes a string come these signs.
  if (!isQuote(quote) || "-+),;:]}\"'".includes(text[at + 1] ?? "-")) return undefined;
  // Tags of fields in Go.
  if (/^\x60\w+:"/.test(text.slice(at, at + 24))) return undefined;
  return { wordStart, wordEnd, nameEnd: wordEnd, operator: dash, valueStart: at + 1, quote };
}

/** `==` `===` `!=` `!==` and, behind a lookup that is closed, `||` `??` `?:` `or`; -1 if there is none. */
function skipComparison(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 33) return text[at + 1] === "=" ? at + (text[at + 2] === "=" ? 3 : 2) : -1;
  if (code !== closeParenthesis) return -1;
  const operator = [" || ", " ?? ", " ?: ", " or ", ") || ", ") ?? ", ") ?: "].find((one) =>
    text.startsWith(one, at + 1),
  );
  return operator === undefined ? -1 : at + 1 + operator.length;
}

function skipName(text: string, from: number): number {
  const limit = from + maxNameRest;
  let at = from;
  while (at < limit && isIn(text.charCodeAt(at), nameBit)) at++;
  return at === limit && isIn(text.charCodeAt(at), nameBit) ? -1 : at;
}

/** Quotation marks, plain or escaped, brackets, blanks, bold type and color codes between a name and its sign. */
function skipClosers(text: string, from: number): number {
  let at = from;
  while (at < from + maxClosers) {
    const code = text.charCodeAt(at);
    if (code === escapeCode) at = skipColor(text, at);
    else if (
      !(
        isQuote(code) ||
        code === backslash ||
        code === 93 ||
        code === asterisk ||
        isIn(code, spaceBit) ||
        isHardBlank(code)
      )
    )
      break;
    at++;
  }
  return at;
}

/** The last character of `ESC [ 31 ; 1 m`, or the position itself. */
function skipColor(text: string, at: number): number {
  const end = text.indexOf("m", at);
  return end > at && end < at + 10 && text[at + 1] === "[" ? end : at;
}

/** `=` `:` `:=` `::` `::=` `:-` `=>` `>` `,` `||` `??` `?=` and `|` of a table. */
function skipOperator(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === equals) return text[at + 1] === ">" ? at + 2 : at + 1;
  if (code === 58) return skipColons(text, at);
  if (code === wideColon) return at + 1;
  if (code === 62 || code === 44) return at + 1;
  if (code === 124) return text[at + 1] === "|" ? at + 2 : at + 1;
  if (code === 63) return text[at + 1] === "=" || text[at + 1] === "?" ? at + 2 : -1;
  return -1;
}

function skipColons(text: string, from: number): number {
  let at = from;
  while (at < from + 3 && text.charCodeAt(at) === 58) at++;
  // `Password::Argon2` is a name inside another.
  if (at === from + 2 && isIn(text.charCodeAt(at), alphaBit)) return -1;
  return text[at] === "-" ? at + 1 : at;
}

/** `: string = "…"`: the type that a typed language puts between name and value. */
function skipType(text: string, from: number): number {
  if (text.charCodeAt(from - 1) !== 58) return from;
  const type = typeNames.find((name) => text.startsWith(name, from));
  return type ? from + type.length : from;
}

const typeNames = [
  " string = ",
  " String = ",
  " str = ",
  " &str = ",
  " &'static str = ",
  "string=",
  " string | undefined = ",
];

const quoteOrEquals = (code: number) => isQuote(code) || code === equals || code === backslash;

function valueBehind(text: string, from: number): { valueStart: number; quote: number } {
  let at = from;
  let quote = 0;
  while (at < from + maxFillers) {
    const code = text.charCodeAt(at);
    if (isQuote(code)) {
      if (code === quote && text.charCodeAt(at - 1) === code && endsEmptyValue(text, at + 1)) break;
      quote = code;
    } else if (code === escapeCode) at = skipColor(text, at);
    else if (code === asterisk && text.charCodeAt(at - 1) !== 32) quote = 0;
    else if (opensLiteral(text, at, code)) quote = 0;
    else if (!quoteOrEquals(code) && !isIn(code, spaceBit)) break;
    else if (isEscapedBlank(text, at)) at++;
    at++;
  }
  return { valueStart: at, quote };
}

/** Two quotation marks are an empty value only where it ends; three open a long one, and some write two for one. */
function endsEmptyValue(text: string, at: number): boolean {
  return at >= text.length || "\r\n,;)]}".includes(text[at] ?? "");
}

/** The letter or sign before a quotation mark: `b"…"`, `r'…'`, `@"…"`, `N'…'`. */
function opensLiteral(text: string, at: number, code: number): boolean {
  if (code !== 64 && code !== 98 && code !== 114 && code !== 117 && code !== 76 && code !== 78) return false;
  return isQuote(text.charCodeAt(at + 1)) && !isQuote(text.charCodeAt(at - 1));
}

/** `\n` and `\t` between name and value, as JSON writes line breaks inside a string. */
function isEscapedBlank(text: string, at: number): boolean {
  return text.charCodeAt(at) === backslash && (text[at + 1] === "n" || text[at + 1] === "t");
}

const identifierBits = bitOf("slugdot");

/** The whole name around the word, without what separates its parts: `AWS_Secret-Key` is `awssecretkey`. */
export function nameAround(text: string, site: Site): string {
  let start = site.wordStart;
  while (start > site.wordStart - 50 && isIn(text.charCodeAt(start - 1), identifierBits)) start--;
  return (wordBefore(text, start) + text.slice(start, site.nameEnd)).toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** In prose a name has two words: "public key", "foreign key". */
function wordBefore(text: string, end: number): string {
  if (text[end - 1] !== " ") return "";
  let start = end - 1;
  while (start > end - 16 && isIn(text.charCodeAt(start - 1), alphaBit)) start--;
  return text.slice(start, end);
}

/** Whether the sign is `=`, `:`, `||` or `?=`, which lists and markup do not use between two things of one kind. */
export function isPlainAssignment(site: Site): boolean {
  return [equals, 58, 124, 63, wideColon].includes(site.operator);
}
