import { guessBits } from "./guess-bits.js";
import { isDummy, isPlaceholder } from "./is-placeholder.js";
import { isPublicValue } from "./is-public-value.js";
import { isUnreadable, looksRandom, meanRun, readsLikeName, readsLikeWords } from "./looks-random.js";

/**
 * What a value is made of, for names that say "password" or "key":
 * - `none`: a reference, a placeholder, a label, a path, a version, a word
 * - `numbered`: words and a number, such as `sommer24` and `maple-Heron-3321`
 * - `digits`, `signs` (punctuation that identifiers do not have), `passphrase` (words joined by hyphens),
 *   `letters` (that make no words), `random` (letters and digits by chance), `mixed` (other letters and digits)
 */
export type ValueKind = "none" | "numbered" | "digits" | "signs" | "passphrase" | "letters" | "random" | "mixed";

const maxLength = 256;
const minUnreadable = 12;

export function classifyValue(value: string): ValueKind {
  if (value.length < 4 || value.length > maxLength || /\s/.test(value)) return "none";
  if (isPlaceholder(value) || isDummy(value) || isVersionOrDate(value) || isHardwareAddress(value)) return "none";
  const digits = value.replace(/\D/g, "").length;
  // Letters beyond ASCII are those of translated labels; `- . / _ :` are parts of identifiers, paths and addresses.
  const signs = value.replace(/[\w\-./:]|[^\0-\x7f]/g, "").length;
  const letters = value.replace(/[\0-@[-\x60{-\x7f]/g, "").length;
  if (digits + letters === 0 || isTranslated(value)) return "none";
  if (isJumbled(value)) return signs > 0 ? "signs" : "random";
  if (signs > 0) return classifySigns(value, digits);
  if (letters === 0) return "digits";
  return digits === 0 ? classifyLetters(value) : classifyMixed(value);
}

/** Labels in other scripts have digits too; passwords in them are rare. */
const isTranslated = (value: string) => value.replace(/[\0-\x7f]/g, "").length * 2 > value.length;

const isVersionOrDate = (value: string) => /^[\^~<>=]{0,2}v?[\d.,:/-]+$/i.test(value) && /\D/.test(value);

const isHardwareAddress = (value: string) => /^(?:[\da-f]{2}:){3,7}[\da-f]{2}$/i.test(value);

/** Calls, templates, lists, formats, globs and addresses have signs too, but few kinds of them. */
function classifySigns(value: string, digits: number): ValueKind {
  const kinds = new Set(value.replace(/[\w\-./:]|[^\0-\x7f]/g, "")).size;
  if (/[(){}<>[\]]/.test(value) && (kinds < 4 || /\(\)|^[+,)].*[)}]|[)}\]][;,]/.test(value))) return "none";
  if (
    /:\/\/|^[./~]|^[\w.+-]+@(?:localhost$|[\w-]+(?:\.[\w.-]+$|:\d))|^[^\w]*$|%[sdv]|&[a-z]{2,8};|\$\w*$|^[$@&*#%][A-Za-z_][\w.]*$|\\|[?&]\.|!\[|\|.*\||^\+.*\+$/.test(
      value,
    )
  )
    return "none";
  if (/^[^,;|=]*[,;|=]|^[a-z]+&/i.test(value) && kinds === 1 && !isBase64(value)) return "none";
  if (/,.*,/.test(value) && kinds < 3) return "none";
  if (digits === 0 && readsLikeWords(value, 0, value.length) && kinds < 3) return "none";
  return "signs";
}

const isBase64 = (value: string) => /^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(value);

function classifyLetters(value: string): ValueKind {
  if (isPassphrase(value)) return "passphrase";
  if (/[^A-Za-z+/=]/.test(value)) return "none";
  if (value.length >= minDrawn && isDrawnFromLetters(value)) return "letters";
  return value.length >= minUnreadable && isUnreadable(value, 0, value.length) ? "letters" : "none";
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

/** Four or more words with hyphens, as in `maple-otter-window-bridge`, none of them about passwords. */
function isPassphrase(value: string): boolean {
  return (
    /^(?:[A-Z]?[a-z]{1,11}(?:-(?=[A-Za-z])|$)){4,12}$/.test(value) &&
    !secretWords.test(value) &&
    !fooWords.test(value) &&
    !repeatsWord.test(value)
  );
}

const repeatsWord = /(?:^|-)([a-z]+)-(?:.*-)?\1(?:-|$)/i;
const fooWords = /(?:^|-)(?:foo|bar|baz|qux|quux)(?:-|$)/i;
const secretWords = /pass|pwd|secret|token|key|cred|auth|login|user|name|field|form|input|type|test|reset|email/i;

function classifyMixed(value: string): ValueKind {
  if (/^[./~]|^[\w-]+\.(?:[a-z]{2,5})$/.test(value) || isExpression(value) || isNameOfSecret(value)) return "none";
  const isNumbered = /^[A-Za-z]+[-_.]?\d{1,4}$|^\d{1,4}[-_.]?[A-Za-z]+$/.test(value);
  if (isNumbered && (readsLikeName(value, 0, value.length) || value.length < 8)) return "numbered";
  if (isNumberedPhrase(value)) return "numbered";
  if (/[-._/:]/.test(value) && readsLikeWords(value, 0, value.length)) return "none";
  return looksRandom(value, 0, value.length) ? "random" : "mixed";
}

/** `maple-Heron-3321`, `Lune-Rouge-88`: words with hyphens and a number that is neither a version nor a year. */
const isNumberedPhrase = (value: string) =>
  /^(?:[A-Za-z]{3,12}[-_]){1,4}(?!(?:19|20)\d\d$)\d{3,6}$|^(?=.*[A-Z])(?:[A-Za-z]{3,12}[-_]){2,4}\d\d$/.test(value) &&
  !secretWords.test(value) &&
  !fooWords.test(value) &&
  !/(?:^|[-_])(?:sha|md|aes|rfc|iso|cve)[-_]/i.test(value);

/** `oauth2_jwt_secret`: parts with a digit or two, the last of which says what it names. */
const isNameOfSecret = (value: string) =>
  /^(?:[a-z]+\d{0,2}[_./-])+(?:secret|token|key|apikey|appkey|password|credentials)$/i.test(value);

/** `a.b1.c`: members of objects. */
const isExpression = (value: string) => /^[A-Za-z_$][\w$]{0,30}(?:\.[A-Za-z_$][\w$]{0,30})+$/.test(value);

/** `stated`: the place says that a password follows. `near`: it only mentions one, so that the value must be unlike words. */
export type Certainty = "stated" | "near";

const minNearBits = 28;

/** Whether a value behind an option or a phrase about passwords is one, rather than a label, a path or a name. */
export function isPasswordLike(value: string, certainty: Certainty = "stated"): boolean {
  // "The password is SHA-256 hashed."
  if (/^(?:sha|md|aes|hmac|rsa|pbkdf|rfc|iso|utf|oauth)-?\d{1,5}[a-z]{0,20}$/i.test(value)) return false;
  if (value.length < 6 || value.length > 128 || /^[)\],;:]|^\+\W/.test(value)) return false;
  const kind = classifyValue(value);
  if (certainty === "stated" || kind === "none") return kind !== "none";
  if (kind === "digits" || kind === "passphrase" || isPublicValue(value)) return false;
  if (kind === "numbered" && !/\d{3}$|[A-Z].*[-_]\d\d$/.test(value)) return false;
  if (isItem.test(value)) return false;
  if (kind === "mixed" && bitsEach(value) < 4.4) return false;
  return (kind === "letters" || /\d/.test(value) || isJumbled(value)) && guessBits(value, () => "") >= minNearBits;
}

/** `mt#3811`, `Issue#20456`, `Class#method2`. */
const isItem =
  /^(?:[a-z]{1,5}|[A-Z]{1,5}|[A-Z]?(?:ssue|ug|icket|uild|ull|erge|ase|tem|ask|ard|tep|age|art|ine|ote|omment|ersion|elease|rror|ob|rder|hread)s?)#\d+$|^[A-Z]\w*#[a-z_]+\d*$/;

/** Letters, digits and signs, without those of markup and arithmetic. */
const toldCharacters = /^(?!.*(?:\*\*|&#|-!-|%[\dA-F]{2}))(?=.*\d)[\w\u00c0-\u024f!#$%^&*?~@+.-]{6,64}$/;
const maxDrawn = 24;

/**
 * Whether a value that is somewhere in the sentence of a word about passwords can be nothing else: letters, digits and a
 * sign that names do not have, words with a capital and a number, or short and drawn.
 */
export function isTold(value: string): boolean {
  if (!toldCharacters.test(value) || !isPasswordLike(value, "near")) return false;
  if (/[^\w.@+-]/.test(value)) return /[A-Za-z]{2}/.test(value);
  if (/^(?=.*[A-Z][a-z])(?:[A-Za-z]{3,12}[-_]){2,4}\d{2,6}$/.test(value)) return true;
  if (/^[A-Z][a-z]{3,12}[-_]\d{4,6}$/.test(value)) return true;
  return value.length <= maxDrawn && /[a-z]/.test(value) && /[A-Z]/.test(value) && isJumbled(value);
}
