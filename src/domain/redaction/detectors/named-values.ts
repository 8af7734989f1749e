import type { Site } from "../scan/assignment-site.js";
import { beginsWord } from "../scan/boundary.js";
import type { Scan } from "../scan/scan.js";
import { readConnectionString } from "./connection-string.js";
import type { SiteReader } from "./detect-assigned.js";
import { readEnvAssignment } from "./env-assignment.js";
import { readGenericSecret } from "./generic-secret.js";
import { readPasswordAssignment } from "./password-assignment.js";
import { readSignedSecret } from "./signed-secret.js";

/** Words of passwords: short and simple values count too. */
const passwordWords = ["password", "passwd", "passphrase", "pwd", "passwort"];
/** Words of secrets whose value is long. */
const secretWords = ["key", "credential", "creds", "auth", "access"];

function readPassword(scan: Scan, site: Site): void {
  readGenericSecret(scan, site);
  readPasswordAssignment(scan, site);
  readEnvAssignment(scan, site);
  readConnectionString(scan, site);
}

/** `pass` is the end of the name, and a word of its own in it: no `bypass`, no `passed`. */
function readPass(scan: Scan, site: Site): void {
  const { text } = scan;
  if (text.slice(site.wordEnd, site.nameEnd).trim() !== "" || !beginsPart(text, site.wordStart)) return;
  readPasswordAssignment(scan, site);
  readEnvAssignment(scan, site);
}

/** A part of a name begins behind a separator, or with a capital behind a small letter. */
function beginsPart(text: string, at: number): boolean {
  return (
    beginsWord(text, at) || text[at - 1] === "_" || (text[at] === "P" && text[at - 1] !== text[at - 1]?.toUpperCase())
  );
}

function readSecret(scan: Scan, site: Site): void {
  readGenericSecret(scan, site);
  readEnvAssignment(scan, site);
}

function readLongSecret(scan: Scan, site: Site): void {
  readSecret(scan, site);
  readSignedSecret(scan, site);
}

/** `api` inside `rapid` or `capital` is no word; of its own it is written in one of three ways. */
function readApi(scan: Scan, site: Site): void {
  const word = scan.text.slice(site.wordStart, site.wordEnd);
  if (word === "api" || word === "Api" || word === "API") readGenericSecret(scan, site);
}

/** What is read at a name that holds the word, whoever's secret it is. */
export const namedValues: ReadonlyMap<string, SiteReader> = new Map<string, SiteReader>([
  ...passwordWords.map((word) => [word, readPassword] as const),
  ["secret", readLongSecret],
  ["token", readLongSecret],
  ["pass", readPass],
  ...secretWords.map((word) => [word, readSecret] as const),
  ["api", readApi],
]);
