import { guessBits } from "./guess-bits.js";
import { isDummy, isPlaceholder } from "./is-placeholder.js";
import { isPublicValue } from "./is-public-value.js";
import { isUnreadable, looksRandom, meanRun, readsLikeName, readsLikeWords } from "./looks-random.js";

/**
 * What a value looks like, from the least to the most likely secret:
 * - `other`: a reference, a placeholder, a word, a path, a version
 * - `name`: as likely the name of something: digits, `tomcat9`, `fido2Credentials`, `mothball.Canyon`
 * - `chosen`: words and numbers as people join them, and names hardly: `brezn4ever`
 * - `drawn`: signs, or letters and digits that change their kind at every step
 */
export type Looks = "other" | "name" | "chosen" | "drawn";

const order: readonly Looks[] = ["other", "name", "chosen", "drawn"];

export const isAtLeast = (looks: Looks, least: Looks): boolean => order.indexOf(looks) >= order.indexOf(least);

const maxLength = 256;

export function looksOf(value: string): Looks {
  if (value.length < 4 || value.length > maxLength || /\s/.test(value)) return "other";
  if (isPlaceholder(value) || isDummy(value) || isPublicValue(value) || isSomethingElse(value)) return "other";
  // Hashes, and keys that a name must tell.
  if (/^[\da-f-]{6,}$/i.test(value) && /[a-f]/i.test(value)) return "name";
  if (isJumbled(value)) return "drawn";
  if (/[^\w\-./:\u00c0-\uffff]/.test(value)) return isWithSigns(value) ? "drawn" : "other";
  if (!/[A-Za-z]/.test(value)) return "name";
  return /\d/.test(value) ? looksOfMixed(value) : looksOfLetters(value);
}

/** Versions, dates, addresses, paths, files, hosts, tickets, colors, algorithms, formats, and labels in other scripts. */
const somethingElse = [
  /^[\^~<>=]{0,2}v?[\d.,:/-]*[.,:/-][\d.,:/-]*$/i,
  /^(?:[\da-f]{2}:){3,7}[\da-f]{2}$/i,
  /:\/\/|^[./~]|^[\w.+-]+@(?:localhost$|[\w-]+(?:\.[\w.-]+$|:\d))/,
  /^[\w-]+\.(?:[a-z]{1,5}|properties)$|^(?:[a-z\d-]+\.)+(?:com|net|org|io|dev|test|local|internal|example)$/,
  /^[A-Z][A-Z\d]{0,9}-\d+(?:-\d+)?$|^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$|^(?:[a-z-]{1,12}|[A-Z]{1,5}|[A-Z]?(?:ssue|ug|icket|uild|ull|erge|ase|tem|ask|ard|tep|age|art|ine|ote|omment|ersion|elease|rror|ob|rder|hread)s?|[a-z]+(?:-[a-z]+)+)#\d+$/,
  /^[A-Z]\w*#[a-z_]+\w*$|^@[\w-]+$|^\+\w+\+$|^\w*\$[A-Z]+\$|%[sdvYmd]\b|%[A-Z]-%|&[a-z]{2,8};|^[^\w]*$/,
  /^(?:sha|md|aes|hmac|rsa|pbkdf|rfc|iso|utf|oauth|base|argon|secp|x|ed|ipv|pkcs|uint|int|float|http)[-_#]?\d{1,5}[a-z]{0,20}$/i,
  /^(?:sha|md|aes|rsa|rfc|iso|cve|hmac|kerberos\d\w?)[-_]|(?:^|[-_])(?:sha-?\d+|md5|base64(?:url)?|x509|utf-?8)(?:[-_]|$)|x509|(?:^|-)v\d+(?:alpha|beta)?\d*$/i,
  /(?:^|[-+@v])\d+\.\d+(?!\d*[A-Za-z]{3})/,
  /^\d+(?:\.\d+)?(?:ms|s|h|d|m|kb|mb|gb|px|rem|em|bit|bits|bytes?|x)?$|^\d+-(?:bit|byte|character|char|digit|day|hour|minute|week|month|year|step|factor|letter)/i,
] as const;

const isSomethingElse = (value: string) =>
  (/\D/.test(value) && somethingElse.some((form) => form.test(value))) || isTranslated(value);

/** Labels in other scripts have digits too; passwords in them are rare. */
const isTranslated = (value: string) => value.replace(/[\0-\u024f]/g, "").length * 2 > value.length;

/** Calls, templates, lists, formats, globs and addresses have signs too, but few kinds of them. */
function isWithSigns(value: string): boolean {
  const signs = value.replace(/[\w\-./:]|[^\0-\x7f]/g, "");
  const kinds = new Set(signs).size;
  if (/[(){}<>[\]]/.test(value) && (kinds < 4 || /\(\)|^[+,)].*[)}]|[)}\]][;,]/.test(value))) return false;
  if (/\$(?:[A-Z_]*|[a-z_]*)$|^[$@&*#%][A-Za-z_][\w.]*$|\\|[?&]\.|!\[|\|.*\||^\+.*\+$/.test(value)) return false;
  if (/^[^,;|=]*[,;|=]|^[a-z]+&.*=/i.test(value) && kinds === 1 && !/^[\w+/-]{16,}={0,2}$/.test(value)) return false;
  if (/,.*,/.test(value) && kinds < 3) return false;
  if (/\d/.test(value)) return true;
  return (
    kinds > 2 ||
    (/[A-Za-z][!#$%^&*~+@?][A-Za-z]/.test(value) &&
      (!readsLikeWords(value, 0, value.length) || /[a-z][!#$%^&*~][A-Z]/.test(value)))
  );
}

function looksOfLetters(value: string): Looks {
  if (isPassphrase(value)) return "chosen";
  // `mothball.Canyon`, `nine-Ducks-Afloat`: compounds of a language begin with the capital, if any.
  if (/^[a-z]+(?:[-._][A-Za-z][a-z]+)*[-._][A-Z][a-z]+$/.test(value) && !aboutSecrets.test(value)) return "name";
  if (/[^A-Za-z+/=]/.test(value)) return "other";
  if (value.length >= minDrawn && isDrawnFromLetters(value)) return "drawn";
  return value.length >= 12 && isUnreadable(value, 0, value.length) && bitsEach(value) >= 6 ? "drawn" : "other";
}

const minDrawn = 8;
const minJumbled = 6;
const bitsEach = (value: string) => guessBits(value, () => "") / value.length;

/**
 * Of ten letters that a machine drew 98 in 100 exceed this, of words in code and prose one in 300; letters of one case
 * are as likely to be a word of another language.
 */
const isDrawnFromLetters = (value: string) => bitsEach(value) >= (/[a-z].*[A-Z]/.test(value) ? 5.8 : 6.5);

const maxMeanRun = 2.2;

/** Letters and digits that change their kind at nearly every step, or letters that make no words, with any signs between. */
export function isJumbled(value: string): boolean {
  const plain = value.replace(/[^A-Za-z0-9]/g, "");
  const signs = new Set(value.replace(/[A-Za-z0-9]|[^\0-\x7f]/g, "")).size;
  if (plain.length < (signs > 1 ? minJumbled : minDrawn) || /[(){}<>[\]\\]|:\/\//.test(value)) return false;
  if (!/\d/.test(plain)) return signs > 0 && isDrawnFromLetters(plain);
  return meanRun(plain) <= maxMeanRun && bitsEach(plain) >= 5;
}

/** Four or more words with hyphens, as in `maple-otter-window-bridge`. */
const isPassphrase = (value: string) =>
  /^(?:[A-Z]?[a-z]{1,11}(?:-(?=[A-Za-z])|$)){4,12}$/.test(value) &&
  !aboutSecrets.test(value) &&
  !/(?:^|-)([a-z]+)-(?:.*-)?\1(?:-|$)/i.test(value);

/** What has such a word names a secret, or something about one. */
const aboutSecrets =
  /pass|pwd|secret|token|key|cred|auth|login|user|name|field|form|input|type|test|reset|email|foo|bar/i;

function looksOfMixed(value: string): Looks {
  if (aboutSecrets.test(value) && readsLikeName(value, 0, value.length)) return "other";
  const digits = value.replace(/\D/g, "").length;
  if (isLeet.test(value)) return "chosen";
  if (isMember.test(value)) return "name";
  if (/[-_.]/.test(value)) return isNumberedName(value, digits) ? "name" : "chosen";
  if (/[/:]/.test(value))
    return looksRandom(value, 0, value.length) && !readsLikeWords(value, 0, value.length) ? "chosen" : "other";
  if (value.length >= minDrawn && bitsEach(value) >= 5.5 && /[a-z]/.test(value)) return "drawn";
  // `fido2Credentials`, `Uint8Array`, `LDAPv3`
  if (/^[A-Z]{2,}\d+$/.test(value)) return "name";
  if (
    /^[A-Za-z]+\d[A-Z]|^[A-Z]{2,}[a-z]?\d+$|^[A-Z]?[a-z]+(?:[A-Z]+[a-z]*)*[A-Z]+\d+$|^[a-z]+(?:[A-Z][a-z]+)+\d$/.test(
      value,
    ) &&
    digits < 3
  )
    return "name";
  return value.length >= (digits > 1 ? 8 : 9) && value.replace(/[^A-Za-z]/g, "").length > 1 ? "chosen" : "name";
}

/** `c0balt.Bridge`, `gr4niteFalls`: a digit that looks like a letter, inside a word. */
const isLeet =
  /^(?!v\d)(?=.{8})[A-Za-z-._]*[A-Za-z][01345][a-z]{2}[A-Za-z-._]*\d{0,2}$|^(?=.{6})[A-Za-z]+[01345][A-Za-z]+[01345][A-Za-z]+\d{0,2}$/;

/** `a.b1.c`: members of objects. */
const isMember = /^[A-Za-z_$][\w$]{0,30}(?:\.[A-Za-z_$][\w$]{0,30})+$/;

/** `ec2-user`, `x-k8s`, `v1-beta`, `4-turbo-preview`, `MAX_SIZE_2`, `line_2`, `for_k8s_version`: short and with one digit. */
const isNumberedName = (value: string, digits: number) =>
  /^[A-Z\d_]+$/.test(value) ||
  (digits < 2 &&
    (value.length < 9 ||
      /^(?:[a-z]{1,4}\d[a-z]{0,2}[-_.]|\d)/i.test(value) ||
      /^[a-z]+(?:_[a-z]+)*_[a-z]{1,2}\d(?:_[a-z]+)*$|^[a-z]+(?:-[a-z]+)*-[a-z]?\d$/.test(value)));
