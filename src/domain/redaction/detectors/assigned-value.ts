import { entropy, minEntropyOf, minLettersEntropyOf } from "../heuristics/entropy.js";
import { isDummy, isDummyBase64, isDummyLogin, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isPublicValue } from "../heuristics/is-public-value.js";
import { isAtLeast, isJumbled, type Looks, looksOf } from "../heuristics/looks.js";
import { isUnreadable, looksRandom, readsLikeName } from "../heuristics/looks-random.js";
import { isPublishedKey } from "../rules/published-keys.js";
import { isKeyOfLock, isNonSecretName } from "../rules/secret-names.js";
import { alnumBit, bitOf, isIn } from "../scan/alphabets.js";
import { dash, isPlainAssignment, nameAround, openParenthesis, type Site } from "../scan/assignment-site.js";
import { readAssignedValue, type ValuePlace } from "../scan/read-assigned-value.js";
import type { Scan } from "../scan/scan.js";

const plainBits = bitOf("slugdot");
/** Without quotation marks an equals sign inside begins another assignment. */
const bareBits = bitOf("slugdotted");
const base64Bits = bitOf("base64");
const maxPlainLength = 4096;
const maxBase64Length = 1024;

/** A value that looks random, assigned to a name about keys, tokens or passwords. */
export function readDrawnSecret(scan: Scan, site: Site): void {
  const end = valueEnd(scan, site);
  if (end < 0 || isUnionType(scan.text, site)) return;
  const { text } = scan;
  const start = site.valueStart;
  scan.steps += end - start;
  const value = text.slice(start, end);
  if (entropy(text, start, end) < minEntropyOf(value.length) || /[^\0-\x7f]/.test(value)) return;
  if (!looksRandom(text, start, end) && !isDrawnFromLetters(value)) return;
  if (isPlaceholder(value) || isPublicValue(value)) return;
  if (isTestValue(value) || aboutDrawn.test(text.slice(site.wordEnd, site.nameEnd))) return;
  const isAssigned = isPlainAssignment(site);
  if (!isAssigned && isOfList(text, value, site)) return;
  const name = nameAround(text, site);
  if (isNonSecretName(name) || isPublishedKey(value) || text.startsWith(" h1:", start - 4)) return;
  if (weakNames.has(name) && (!isAssigned || mayBeKeyOfMap(value))) return;
  if (/keys?$/.test(name) && !isKeyOfLock(name) && isKeyId.test(value)) return;
  scan.report("generic-api-key", start, site.quote === 0 ? withoutFullStop(text, end) : end);
}

/** `APIEvent | APIEventV2`: one bar separates types, if not the cells of a table. */
function isUnionType(text: string, site: Site): boolean {
  if (site.operator !== 124 || text.slice(site.nameEnd, site.valueStart).includes("||")) return false;
  return readAssignedValue(text, site)?.place !== "cell";
}

/** The end of a value of the plain alphabet, else of base64, that something ends; -1 if there is none. */
function valueEnd({ text }: Scan, site: Site): number {
  const start = site.valueStart;
  const plain =
    site.quote === 0
      ? padEnd(text, runEnd(text, start, bareBits, maxPlainLength))
      : runEnd(text, start, plainBits, maxPlainLength);
  if (plain - start >= 10 && endsValue(text, plain, site.quote)) return plain;
  if (isIn(text.charCodeAt(start), alnumBit)) {
    const base64 = padEnd(text, runEnd(text, start, base64Bits, maxBase64Length));
    if (base64 - start >= 12 && endsValue(text, base64, site.quote)) return base64;
  }
  return signedEnd(text, site);
}

const minSigned = 16;

/** A whole line or literal with signs that most keys do not have, such as what frameworks draw for signing. */
function signedEnd(text: string, site: Site): number {
  const { end, place } = readAssignedValue(text, site) ?? {};
  if (end === undefined || place === "inline" || end - site.valueStart < minSigned) return -1;
  const value = text.slice(site.valueStart, end);
  return /[(){}<>,;[\]\\]|:\/\/|^[./]|&\w+=/.test(value) ? -1 : end;
}

function runEnd(text: string, start: number, bits: number, max: number): number {
  let at = start;
  while (at < start + max && isIn(text.charCodeAt(at), bits)) at++;
  return at;
}

function withoutFullStop(text: string, end: number): number {
  return text[end - 1] === "." ? end - 1 : end;
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

/** `AuthConfigHash`, `api_device_id`: names of what is computed from a secret, or belongs to it. */
const aboutDrawn =
  /hash|sha\d|salt|detail|alg|factory|method|propert|redact|blank|empty|mask|digest|checksum|fingerprint|(?:^|[_.-]|[a-z](?=[A-Z]))(?:ids?|user|username|name|version)$/i;

const isTestValue = (value: string) => isDummy(value) || isDummyBase64(value) || isDummyLogin(value);

/** Words that alone name the keys of maps and caches as often as those of locks. */
const weakNames = new Set(["key", "api", "access", "auth", "rowkey", "itemkey", "datakey"]);

/** The id of a public key, of a row or of a task, under the name of a key of some other kind: `shortKey`, `dynamic_key`. */
const isKeyId = /^(?:[a-z]+[-_])*(?:[\da-f]{16}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;

const minWeaklyNamed = 16;

/** Keys of maps and caches are short, hashes, or made of words. */
function mayBeKeyOfMap(value: string): boolean {
  if (value.length < minWeaklyNamed || isIdentifier(value) || /^[\da-f]{16}$/i.test(value)) return true;
  return readsLikeName(value, 0, value.length);
}

/** A UUID, or a hash in hexadecimal. */
function isIdentifier(value: string): boolean {
  return /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/i.test(value);
}

/** Without a digit only what has more different letters than fingers hit at random. */
const isDrawnFromLetters = (value: string) =>
  /^[A-Za-z]{16,}$/.test(value) &&
  isUnreadable(value, 0, value.length) &&
  entropy(value, 0, value.length) >= minLettersEntropyOf(value.length);

/** `,` and `>` also separate the members of lists and the output of commands. */
function isOfList(text: string, value: string, site: Site): boolean {
  if (text.slice(site.nameEnd, site.valueStart).includes("\n")) return true;
  return site.quote === 0 && (/[_.-]/.test(value) || readsLikeName(value, 0, value.length));
}

/** A value given to a name that says what it is. The place decides; the value must only not be plainly something else. */
export function readChosenSecret(scan: Scan, site: Site, isPassword: boolean): void {
  const { text } = scan;
  const value = readAssignedValue(text, site);
  if (value === undefined) return;
  scan.steps += value.end - site.valueStart;
  const written = text.slice(site.valueStart, value.end);
  // `case *v1.Secret:` and in the next line a statement.
  if (value.place === "inline" && text.slice(site.nameEnd, site.valueStart).includes("\n")) return;
  const isEnvironment = isEnvironmentSite(text, site, value.place);
  // The name is read last: it costs most, and most values are plain.
  const isSecret = isEnvironment
    ? isEnvironmentSecret(written, isPassword) && !isOfNextLine(text, site) && !isLabel(written, value.place)
    : isSecretAt(
        value.place,
        site,
        written,
        isPassword,
        text[site.nameEnd] === "=" && site.valueStart === site.nameEnd + 1,
      );
  if (!isSecret || isDummyBase64(written) || (value.place !== "literal" && isCall(written))) return;
  if (!mayHoldSecret(text, site) || isNonSecretName(nameAround(text, site))) return;
  if (isPublishedKey(written) || isPublicValue(written)) return;
  scan.report(isEnvironment ? "env-assignment" : "password-assignment", site.valueStart, value.end);
}

/** `make(map[string]string)`, `*(*[]v1.Reference)(p)`, `map[string]any{}`: expressions without quotation marks. */
const isCall = (value: string) => /^[*&]?\(|^[*&[\]]{0,8}[A-Za-z_][\w.:]*!?[([{<]/.test(value);

function isEnvironmentSite(text: string, site: Site, place: ValuePlace): boolean {
  return place === "literal" && site.operator === 44 ? isLookup(text, site) : isEnvironmentName(text, site);
}

/** Behind the word a name may say that it holds something about the secret, not the secret. */
const aboutSecrets =
  /field|input|reset|polic|prompt|label|hint|len|type|kind|name|file|path|ur[il]|variable|valid|min|max|regex|pattern|column|attr|param|requir|strength|expir|age|count|size|error|message|placeholder|text|title|class|style|icon|select|event|format|encod|redact|blank|empty|mask|algorithm|hash|salt|cert|crl|callback|command|cmd|manager|store|provider|factory|service|helper|util|mode|method|grant|endpoint|header|prefix|suffix|version|ref|arn|enabled|allowed|policy|change|forgot|for |in |of |and |or |to |is |the /i;

function mayHoldSecret(text: string, site: Site): boolean {
  // `fetchSecretsForProject("…")` takes something else.
  if (site.operator === openParenthesis && site.nameEnd - site.wordEnd > 4) return false;
  return !aboutSecrets.test(text.slice(site.wordEnd, site.nameEnd));
}

/** `DB_PASSWORD=`: in capitals, the sign right behind the name. */
function isEnvironmentName(text: string, site: Site): boolean {
  const behind = text[site.nameEnd];
  if (behind !== "=" && behind !== "\u001b") return false;
  if (site.valueStart - site.nameEnd > 16) return false;
  const name = /[A-Z0-9_]*$/.exec(text.slice(Math.max(0, site.wordStart - 60), site.nameEnd))?.[0] ?? "";
  return name.length >= site.nameEnd - site.wordStart;
}

/** `getenv("DB_PASSWORD", "…")`, `define('DB_PASSWORD', '…')`: a name in capitals, then its value. */
function isLookup(text: string, site: Site): boolean {
  return /\(\s{0,4}\\?["'][A-Z0-9_]{3,60}$/.test(text.slice(Math.max(0, site.wordStart - 50), site.nameEnd));
}

function isEnvironmentSecret(value: string, isPassword: boolean): boolean {
  const looks = looksOf(value);
  if (isDummy(value) || /^(?:[a-z]+:)?[A-Z][A-Z0-9]*_[A-Z0-9_]+$|%[sdv]/.test(value)) return false;
  if (isPassword) {
    if (value.length < 6 || isPlaceholder(value) || /[(){}<>|,;]|:\/\/|^[./~-]|^[A-Z]:[\\/]/.test(value))
      return looks === "drawn" && !isJumbled(value);
    return looks !== "other" || !/^[A-Za-z_.-]+$/.test(value) || value.length > 8;
  }
  if (looks !== "other") return isChosen(looks, value, false);
  return /^[A-Za-z]{12,}$/.test(value) && !isPlaceholder(value) && !readsLikeName(value, 0, value.length);
}

/** `DB_PASS=` without a value. */
const isOfNextLine = (text: string, { nameEnd, valueStart }: Site) => text.slice(nameEnd, valueStart).includes("\n");

/** `UPDATE_PASSWORD=Actualizar contraseña`: what a program says. */
const isLabel = (value: string, place: ValuePlace) =>
  /^[\p{L}\p{M}]+$/u.test(value) && (place === "inline" || /[^\0-\x7f]/.test(value));

/** Of a secret that is not a password, what may be a name as well is as likely the name. */
const isChosen = (looks: Looks, value: string, isPassword: boolean): boolean =>
  isPassword ? value.length >= (looks === "name" ? 8 : 6) : value.length >= 8 && isAtLeast(looks, "chosen");

/** `{AQAAABAAAAAw…}`: what Jenkins has encrypted, perhaps behind a word or two. */
function isBracedSecret(value: string): boolean {
  const last = value.replace(/[{}]/g, "").trim().split(/\s+/).at(-1) ?? "";
  return last.length >= 8 && (/=$/.test(last) || looksOf(last) !== "other");
}

function isSecretAt(place: ValuePlace, site: Site, value: string, isPassword: boolean, isTight: boolean): boolean {
  if (place === "element" && value.startsWith("{")) return isBracedSecret(value);
  const looks = looksOf(value);
  if (looks === "other" || site.operator === 44) return false;
  if (place === "inline") return isPlainAssignment(site) && isInlineSecret(looks, value, isPassword, isTight);
  // In arguments and comparisons names and values of all kinds meet.
  if (!isPlainAssignment(site) && place === "literal" && site.operator !== dash)
    return value.length >= 8 && (looks === "drawn" || (looks === "chosen" && looksRandom(value, 0, value.length)));
  // Without quotation marks `login.password` is a member.
  if (place !== "literal" && looks === "name" && /[A-Za-z]\.[A-Za-z]/.test(value)) return false;
  return isChosen(looks, value, isPassword);
}

/** Without quotation marks and a line of its own, a value may be code or the next word of a sentence. */
function isInlineSecret(looks: Looks, value: string, isPassword: boolean, isTight: boolean): boolean {
  if (/[()[\]{}<>=;,]/.test(value) && !isJumbled(value)) return false;
  // `--http-password=Mint.Tea3`
  if (isTight && isPassword && looks === "name" && /[A-Za-z].*\d/.test(value)) return value.length >= 8;
  return isAtLeast(looks, "chosen") && (isPassword || looks === "drawn" || looksRandom(value, 0, value.length));
}
