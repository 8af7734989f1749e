import { entropy, minEntropyOf } from "../heuristics/entropy.js";
import { hasLongRuns } from "../heuristics/has-long-runs.js";
import { isDummy, isDummyBase64, isDummyLogin, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isPublicValue } from "../heuristics/is-public-value.js";
import { isUnreadable, looksRandom, readsLikeName } from "../heuristics/looks-random.js";
import { isNonSecretName } from "../heuristics/non-secret-names.js";
import { isPublishedKey } from "../rules/published-keys.js";
import { alnumBit, bitOf, digitBit, isIn } from "../scan/alphabets.js";
import { isPlainAssignment, nameAround, type Site } from "../scan/assignment-site.js";
import type { Scan } from "../scan/scan.js";

const plainBits = bitOf("slugdot");
/** Without quotation marks an equals sign inside begins another assignment. */
const bareBits = bitOf("slugdotted");
const base64Bits = bitOf("base64");
const maxPlainLength = 4096;
const maxBase64Length = 1024;

const keysOfLocks =
  /(?:api|secret|access|private|auth|encryption|signing|license|master|shared|storage|account|service|app|application|client|subscription|webhook|jwt|crypto)keys?\d?$|credentials?$|creds$/;

/** Whether a name says that its key opens something. */
export const isKeyOfLock = (name: string): boolean => keysOfLocks.test(name);

/** A value that looks random, assigned to a name about keys, tokens or passwords. */
export function readGenericSecret(scan: Scan, site: Site): void {
  const end = valueEnd(scan, site);
  if (end < 0 || isNextLine(scan.text, site) || isSingleBar(scan.text, site)) return;
  const { text } = scan;
  const start = site.valueStart;
  scan.steps += end - start;
  if (!looksRandom(text, start, end) || entropy(text, start, end) < minEntropyAt(text, site, end - start)) return;
  const value = text.slice(start, end);
  if (isPlaceholder(value) || isPublicValue(value) || isCode(text, value, site)) return;
  if (isTestValue(value) || aboutSecrets.test(text.slice(site.wordEnd, site.nameEnd))) return;
  const isAssigned = isPlainAssignment(site) || isSetterCall(text, site);
  if (!isAssigned && isOfList(text, value, site)) return;
  const name = nameAround(text, site);
  if (isNonSecretName(name) || isPublishedKey(value) || isNamedAlike(name, value)) return;
  if (site.operator === 40 && !/token|secret|passw/.test(name)) return;
  if (/auth$|access$/.test(name) && isIdentifier(value)) return;
  if (weakNames.has(name) && (!isAssigned || mayBeKeyOfMap(value))) return;
  if (/keys?$/.test(name) && !isKeyOfLock(name) && isKeyId.test(value)) return;
  scan.report("generic-api-key", start, site.quote === 0 ? withoutFullStop(text, end) : end);
}

/** `a.password=` and in the next line `b.url=`: a value that was left empty. */
function isNextLine(text: string, site: Site): boolean {
  return site.quote === 0 && text[site.nameEnd] === "=" && text.slice(site.nameEnd, site.valueStart).includes("\n");
}

/** `APIEvent | APIEventV2`: one bar separates cells, which are read as such, and types. */
function isSingleBar(text: string, site: Site): boolean {
  return site.operator === 124 && !text.slice(site.nameEnd, site.valueStart).includes("||");
}

/** Lists, arguments and markup put things of all kinds side by side, so a value must say more there. */
const minEntropyAt = (text: string, site: Site, length: number) =>
  isPlainAssignment(site) || isSetterCall(text, site) ? minEntropyOf(length) : 3.5;

/** `header.Set("X-Api-Key", "…")`, `params.append("token", "…")`: a call that takes a name and its value. */
function isSetterCall(text: string, site: Site): boolean {
  if (site.operator !== 44 || site.quote === 0) return false;
  return /(?:set|add|put|append|header|define)\w{0,12}\(\s{0,4}\\{0,3}["'`][\w-]{0,50}$/i.test(
    text.slice(Math.max(0, site.wordStart - 72), site.wordStart),
  );
}

/** The end of a value of the plain alphabet, else of base64, that something ends; -1 if there is none. */
function valueEnd({ text }: Scan, site: Site): number {
  const start = site.valueStart;
  const plain =
    site.quote === 0
      ? padEnd(text, runEnd(text, start, bareBits, maxPlainLength))
      : runEnd(text, start, plainBits, maxPlainLength);
  if (plain - start >= 10 && endsValue(text, plain, site.quote)) return plain;
  if (!isIn(text.charCodeAt(start), alnumBit)) return -1;
  const base64 = padEnd(text, runEnd(text, start, base64Bits, maxBase64Length));
  return base64 - start >= 12 && endsValue(text, base64, site.quote) ? base64 : -1;
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

/** `a.b1.c` without quotation marks is an expression of some language. */
function isCode(text: string, value: string, site: Site): boolean {
  if (site.quote !== 0) return false;
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value)) return true;
  if (isConstant(value) && (value.split("_").length > 2 || /[a-z]/.test(text.slice(site.wordStart, site.nameEnd))))
    return true;
  return text[site.valueStart + value.length] === "," && value.length < 20 && !isIn(value.charCodeAt(0), digitBit);
}

/** `AuthConfigHash`, `api_device_id`: names of what is computed from a secret, or belongs to it. */
const aboutSecrets =
  /hash|salt|detail|algorithm|factory|method|propert|redact|blank|empty|mask|digest|checksum|fingerprint|(?:^|[_.-]|[a-z](?=[A-Z]))(?:ids?|user|username|name|version)$/i;

const isTestValue = (value: string) => isDummy(value) || isDummyBase64(value) || isDummyLogin(value);

/** `"vsm4key" => "__builtin_vsm4key"`: the name once more, with more around it. */
const isNamedAlike = (name: string, value: string) =>
  name.length > 5 &&
  value
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .includes(name);

/** Words that alone name the keys of maps and caches as often as those of locks. */
const weakNames = new Set(["key", "api", "access", "auth", "rowkey", "itemkey", "datakey"]);

/** The id of a public key, of a row or of a task, under the name of a key of some other kind: `shortKey`, `dynamic_key`. */
const isKeyId = /^(?:[a-z]+[-_])*(?:[\da-f]{16}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;

const minWeaklyNamed = 16;

/** Keys of maps and caches are short, hashes, or made of words. */
function mayBeKeyOfMap(value: string): boolean {
  if (value.length < minWeaklyNamed || isIdentifier(value) || /^[\da-f]{16}$/i.test(value)) return true;
  return readsLikeName(value, 0, value.length) || (hasLongRuns(value) && !isUnreadable(value, 0, value.length));
}

const isConstant = (value: string) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value);

/** A UUID, or a hash in hexadecimal. */
function isIdentifier(value: string): boolean {
  return /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/i.test(value);
}

/** `,` and `>` also separate the members of lists and the output of commands. */
function isOfList(text: string, value: string, site: Site): boolean {
  if (text.slice(site.nameEnd, site.valueStart).includes("\n")) return true;
  return site.quote === 0 && (/[_.-]/.test(value) || readsLikeName(value, 0, value.length));
}
