import { alphaBit, isIn } from "../scan/alphabets.js";
import { nameAround, type Site } from "../scan/assignment-site.js";
import { beginsWord } from "../scan/boundary.js";
import type { Scan } from "../scan/scan.js";
import { readConnectionString } from "./connection-string.js";
import type { SiteReader } from "./detect-assigned.js";
import { isKeyOfLock, readGenericSecret } from "./generic-secret.js";
import { readNamedSecret } from "./named-secret.js";
import { readSignedSecret } from "./signed-secret.js";

/** Words of passwords: short and simple values count too. */
const passwordWords = ["password", "passwd", "passphrase", "passcode", "pwd", "passwort"];
/** Words of secrets only together with another: `api_key` is one, the key of a map is not. */
const weakWords = ["key", "credential", "creds", "auth", "access"];

function readPassword(scan: Scan, site: Site): void {
  const word = scan.text.slice(site.wordStart, site.wordEnd);
  // The shell's working folder, and letters of base64.
  if (
    (word === "PWD" && /(?:[$^]|OLD)$/.test(scan.text.slice(Math.max(0, site.wordStart - 3), site.wordStart))) ||
    /^p?Wd|^pW/.test(word)
  )
    return;
  readGenericSecret(scan, site);
  readNamedSecret(scan, site, "password");
  readConnectionString(scan, site);
}

/** `pass` and `psk` end the name and are a word of their own in it: not `bypass`, not `passed`. */
function readShortPassword(scan: Scan, site: Site): void {
  const { text } = scan;
  if (text.slice(site.wordEnd, site.nameEnd).trim() !== "" || !beginsPart(text, site.wordStart)) return;
  // Verdicts of tests, and a step of a compiler: `pass === "lower"`.
  if (text.startsWith("--- ", site.wordStart - 4) || text.startsWith("PASS '", site.wordStart)) return;
  if (isComparison(text, site)) return;
  readNamedSecret(scan, site, "password");
}

const isComparison = (text: string, site: Site) => /[=!]==?/.test(text.slice(site.nameEnd, site.valueStart));

/** A part of a name begins behind a separator, or with a capital behind a small letter. */
function beginsPart(text: string, at: number): boolean {
  return (
    beginsWord(text, at) || text[at - 1] === "_" || (text[at] === "P" && text[at - 1] !== text[at - 1]?.toUpperCase())
  );
}

function readSecret(scan: Scan, site: Site): void {
  readGenericSecret(scan, site);
  readNamedSecret(scan, site, "secret");
  readSignedSecret(scan, site);
}

function readToken(scan: Scan, site: Site): void {
  readGenericSecret(scan, site);
  readNamedSecret(scan, site, "token");
  readSignedSecret(scan, site);
}

function readWeak(scan: Scan, site: Site): void {
  readGenericSecret(scan, site);
  // Most keys are those of maps, with something short or an expression as value.
  if (site.quote === 0 && /^[\w$]{0,9}[^\w$]/.test(scan.text.slice(site.valueStart, site.valueStart + 10))) return;
  const name = nameAround(scan.text, site);
  if (isKeyOfLock(name)) readNamedSecret(scan, site, "key");
  else if (site.quote !== 0 && name.endsWith("key") && name !== "key") readNamedSecret(scan, site, "vendor key");
}

/** `api` inside `rapid`, `capital` or `openapi` is not a word; alone it is written in one of three ways. */
function readApi(scan: Scan, site: Site): void {
  const { text } = scan;
  const word = text.slice(site.wordStart, site.wordEnd);
  // `API_PRODUCT` and `api.gateway_id` are about the interface, unless the value is plainly a key.
  const isWhole = /^[\d_]*$/.test(text.slice(site.wordEnd, site.nameEnd).trim());
  if (!isWhole && !/^(?![\da-f-]+["'])\w{32,}["']/.test(text.slice(site.valueStart, site.valueStart + 80))) return;
  const isPart = word === "Api" || !isIn(text.charCodeAt(site.wordStart - 1), alphaBit);
  if (isPart && (word === "api" || word === "Api" || word === "API")) readGenericSecret(scan, site);
}

/** What to read at a name that contains the word, whatever service the secret belongs to. */
export const namedValues: ReadonlyMap<string, SiteReader> = new Map<string, SiteReader>([
  ...passwordWords.map((word) => [word, readPassword] as const),
  ["pass", readShortPassword],
  ["psk", readShortPassword],
  ["secret", readSecret],
  ["token", readToken],
  ...weakWords.map((word) => [word, readWeak] as const),
  ["api", readApi],
]);
