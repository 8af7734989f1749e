import type { Finding } from "../../src/domain/redaction/finding.js";

/** Rules that read key material, signed tokens and hashes of passwords, which are what they are wherever they stand. */
const ofKeyMaterial = new Set([
  "private-key",
  "gcp-service-account",
  "json-web-key",
  "jwt",
  "jwt-base64",
  "password-hash",
]);

/** A name that says secret, up to the value: sign, quotation marks and blanks. */
const named =
  /(?:passw(?:or)?d|passphrase|secret|token|credentials?|auth(?:orization)?|api[_-]?key|pass|psk|session(?:id)?|(?:access|private|signing|encryption|secret|master|client|auth|shared|account)[_-]?key)\w{0,12}["'`\]\\)*]{0,4}\s{0,4}(?:=>|[:=]{1,3}|>|,|\()\*{0,2}\s{0,24}(?:(?:bearer|basic|token|splunk) )?\\{0,3}["'`]?$|(?:passw(?:or)?d|secret|token)["'],\s*value\s*[:=]\s*["']$|:\/\/[^\s:@/]*:$/i;

const minDrawn = 16;
/** Words and numbers are longer; letters of both cases and digits drawn by chance change after two characters. */
const maxMeanRun = 2.5;

/**
 * Why a finding is a credential of the tests and not a false alarm: nothing in the text distinguishes it from one in
 * use. Independent of the rules: key material, hashes of passwords, and values that a machine has drawn, assigned to
 * a name that says secret somewhere in the file. Undefined for the rest, the false alarms.
 */
export function credentialForm(text: string, { rule, start, end }: Finding): string | undefined {
  const value = text.slice(start, end);
  if (ofKeyMaterial.has(rule)) return "key material, signed token or hash of a password";
  if (/^\w{0,24}\$\w{1,12}\$/.test(value) || holdsCredential.test(decodeBase64(value)))
    return "key material, signed token or hash of a password";
  if (isDrawn(value) && isSignature.test(text.slice(Math.max(0, start - 60), start)))
    return "the signature of a link or a request, or the key of a link";
  if (isChosen(value) && isPasswordOfAddress(text, start, end))
    return "a password with a digit or a sign in an address";
  if (
    isKeyOfWholeBytes.test(value) &&
    /key\w{0,4}["']?\s*[:=]+\s*["']?$/i.test(text.slice(Math.max(0, start - 60), start))
  )
    return "base64 of 16, 24 or 32 bytes under the name of a key";
  if (isChosen(value) && isPasswordNamed.test(text.slice(Math.max(0, start - 60), start)))
    return "a password with a digit or a sign, written out in quotation marks";
  return isDrawn(value) && isNamedSomewhere(text, value) ? "a drawn value under the name of a secret" : undefined;
}

/** Base64 of a private key, of a login, or of a file with hashes of passwords. */
const holdsCredential = /PRIVATE KEY-----|^[\w.@+-]{1,100}:[\x21-\x7e]{3,200}\s*$|\$apr1\$/;

const decodeBase64 = (value: string) =>
  /^[\w+/-]{8,}={0,2}$/.test(value) ? Buffer.from(value, "base64").toString("latin1") : "";

const isKeyOfWholeBytes = /^[A-Za-z0-9+/]{22}==$|^[A-Za-z0-9+/]{32}$|^[A-Za-z0-9+/]{43}=$/;

const isSignature =
  /[?&](?:amp;)?(?:X-Amz-Signature|X-Amz-Security-Token|sig|signature|\w{0,12}key|\w{0,12}token)=$|,\s?Signature=$/;

const isPasswordOfAddress = (text: string, start: number, end: number) =>
  text[end] === "@" && /:\/\/[^\s:@/"']{0,100}:$/.test(text.slice(Math.max(0, start - 120), start));

/** At least 16 characters without words, digits among letters: hexadecimal, base64, UUIDs. */
function isDrawn(value: string): boolean {
  if (value.length < minDrawn || !/^[\w+/=.~%-]+$/.test(value) || !/\d/.test(value) || !/[a-z]/i.test(value))
    return false;
  if (/^\D{0,6}\d+\.\d+\.\d+/.test(value)) return false;
  if (/^[\da-f-]+$/i.test(value)) return entropyOf(value) >= 3;
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return entropyOf(value) >= 3 && runs.join("").length <= runs.length * maxMeanRun;
}

const isPasswordNamed =
  /identified by '$|[?&;\s](?:password|pwd)=$|(?:passw(?:or)?d|secret)\w{0,8}["'`\]\\)?]{0,4}(?:\s{0,4}(?:=>|[:=]{1,3}|,|\()\s{0,4}| )\\{0,3}["'`]{1,2}$/i;

/** At least six characters with a digit, or with a sign and both cases: no label, no sentence, no name of a field. */
function isChosen(value: string): boolean {
  if (value.length < 6 || /\s/.test(value) || !/[a-z]/i.test(value)) return false;
  return /\d/.test(value) || (/[^\w.-]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value));
}

function isNamedSomewhere(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    if (named.test(text.slice(Math.max(0, at - 100), at))) return true;
  }
  return false;
}

function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / value.length) * Math.log2(n / value.length), 0);
}
