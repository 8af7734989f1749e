import { classifyValue, type ValueKind } from "../heuristics/classify-value.js";
import { entropy, minLettersEntropyOf } from "../heuristics/entropy.js";
import { isDummy, isDummyBase64, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isPublicValue } from "../heuristics/is-public-value.js";
import { readsLikeName } from "../heuristics/looks-random.js";
import { isNonSecretName } from "../heuristics/non-secret-names.js";
import { isPublishedKey } from "../rules/published-keys.js";
import { isPlainAssignment, nameAround, type Site } from "../scan/assignment-site.js";
import { readAssignedValue, type ValuePlace } from "../scan/read-assigned-value.js";
import type { Scan } from "../scan/scan.js";

/** What a name says about its value: how short and how plain a secret may be. */
export type NameStrength = "password" | "secret" | "token" | "key" | "vendor key";

/** A value given to a name that says what it is. The place decides; the value must only not be plainly something else. */
export function readNamedSecret(scan: Scan, site: Site, strength: NameStrength): void {
  const { text } = scan;
  const value = readAssignedValue(text, site);
  if (value === undefined) return;
  scan.steps += value.end - site.valueStart;
  const written = text.slice(site.valueStart, value.end);
  // `case *v1.Secret:` and in the next line a statement.
  if (value.place === "inline" && text.slice(site.nameEnd, site.valueStart).includes("\n")) return;
  const isEnvironment = isEnvironmentSite(text, site, value.place);
  // The name is read last: it costs most, and most values are plain.
  if (!isSecretValue(written, value.place, site, strength, isEnvironment) || !mayHoldSecret(text, site)) return;
  if (isNonSecretName(nameAround(text, site)) || isPublishedKey(written) || isPublicValue(written)) return;
  const isChosen = strength === "password" || strength === "secret" || site.operator === dash;
  if (!isChosen && !scan.isDrawn(site.valueStart, value.end)) return;
  const rule = isChosen ? "password-assignment" : "generic-api-key";
  scan.report(isEnvironment ? "env-assignment" : rule, site.valueStart, value.end);
}

function isSecretValue(
  value: string,
  place: ValuePlace,
  site: Site,
  strength: NameStrength,
  isEnvironment: boolean,
): boolean {
  if (place === "element" && value.startsWith("{")) return isBracedSecret(value);
  if (isDummyBase64(value) || (place !== "literal" && isCall(value))) return false;
  if (isEnvironment) return isEnvironmentSecret(value, strength);
  return isSecretAt(place, site, classifyValue(value), value, strength);
}

/** `make(map[string]string)`, `*(*[]v1.Reference)(p)`, `map[string]any{}`: expressions without quotation marks. */
const isCall = (value: string) => /^[*&]?\(|^[*&[\]]{0,8}[A-Za-z_][\w.:]*!?[([{<]/.test(value);

function isEnvironmentSite(text: string, site: Site, place: ValuePlace): boolean {
  return place === "literal" && site.operator === 44 ? isLookup(text, site) : isEnvironmentName(text, site);
}

const openParenthesis = 40;
/** `staging token - 'v'`: as people write down what they chose. */
const dash = 45;

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

function isEnvironmentSecret(value: string, strength: NameStrength): boolean {
  const kind = classifyValue(value);
  if (isDummy(value) || /^(?:[a-z]+:)?[A-Z][A-Z0-9]*_[A-Z0-9_]+$|%[sdv]/.test(value)) return false;
  if (strength === "password") {
    if (value.length < 6 || isPlaceholder(value) || /[(){}<>|,;]|:\/\/|^[./~-]|^[A-Z]:[\\/]/.test(value))
      return kind === "signs";
    return kind !== "none" || !/^[A-Za-z_.-]+$/.test(value) || value.length > 8;
  }
  if (value.length < 8) return false;
  if (kind === "none")
    return /^[A-Za-z]{12,}$/.test(value) && !isPlaceholder(value) && !readsLikeName(value, 0, value.length);
  return kind !== "digits" && kind !== "numbered";
}

/** `{AQAAABAAAAAw…}`: what Jenkins has encrypted, perhaps behind a word or two. */
function isBracedSecret(value: string): boolean {
  const last = value.replace(/[{}]/g, "").trim().split(/\s+/).at(-1) ?? "";
  return last.length >= 8 && (/=$/.test(last) || classifyValue(last) !== "none");
}

function isSecretAt(place: ValuePlace, site: Site, kind: ValueKind, value: string, strength: NameStrength): boolean {
  if (kind === "none") return false;
  if (place === "inline") return isPlainAssignment(site) && isInlineSecret(kind, value, strength);
  if (site.operator === 44) return false;
  if (!isPlainAssignment(site) && place === "literal" && site.operator !== dash)
    return isCertain(kind, value) && (site.operator !== openParenthesis || isArgument(kind, value, strength));
  if (strength === "password") return isPassword(kind, value);
  if (strength === "secret") return value.length >= 8 && kind !== "digits" && kind !== "numbered";
  if (strength === "vendor key")
    return (
      value.length >= 20 && !readsLikeName(value, 0, value.length) && kind !== "passphrase" && isToken(kind, value)
    );
  return isToken(kind, value) || (site.operator === dash && kind === "passphrase");
}

function isPassword(kind: ValueKind, value: string): boolean {
  return kind === "numbered" ? value.length >= 8 : value.length >= 6;
}

const signKinds = (value: string) => new Set(value.replace(/\w/g, "")).size;

/** Keys and tokens are drawn by machines. */
function isToken(kind: ValueKind, value: string): boolean {
  if (kind === "signs") return value.length >= 10 && (/\d/.test(value) || signKinds(value) >= 4);
  if (kind === "letters") return isDrawnFromLetters(value);
  return (kind === "random" && value.length >= 10) || (kind === "mixed" && /^[\da-f]{32,}$/i.test(value));
}

const isDrawnFromLetters = (value: string) =>
  value.length >= 16 && entropy(value, 0, value.length) >= minLettersEntropyOf(value.length);

/** In arguments and comparisons names and values of all kinds meet. */
function isCertain(kind: ValueKind, value: string): boolean {
  return value.length >= 8 && (kind === "signs" || kind === "random" || kind === "letters");
}

/** `splitToken("…")` takes a token, but most functions with such a name take something else. */
function isArgument(kind: ValueKind, value: string, strength: NameStrength): boolean {
  if (strength === "password" || strength === "secret") return true;
  return strength === "token" && value.length >= 20 && kind !== "signs";
}

/** Without quotation marks and a line of its own, a value may be code or the next word of a sentence. */
function isInlineSecret(kind: ValueKind, value: string, strength: NameStrength): boolean {
  if (strength !== "password" && strength !== "secret") return false;
  if (/[()[\]{}<>=;,]/.test(value)) return false;
  // The next word of a label may be one of a language that this does not read.
  if (kind === "letters") return isDrawnFromLetters(value);
  if (kind === "passphrase" || kind === "random") return value.length >= 8;
  return value.length >= 8 && /\d/.test(value) && (kind === "signs" || kind === "mixed");
}
