import type { Site } from "../assignment-site.js";
import type { Scan } from "../scan.js";
import type { SiteReader } from "../verify-assigned.js";
import { readConnectionString } from "./connection-string.js";
import { readEnvAssignment } from "./env-assignment.js";
import { readGenericSecret } from "./generic-secret.js";
import { readPasswordAssignment } from "./password-assignment.js";

/** Words of passwords: short and simple values count too. */
const passwordWords = ["password", "passwd", "passphrase", "pwd", "passwort"];
/** Words of secrets whose value is long. */
const secretWords = ["secret", "token", "key", "credential", "creds", "auth", "access"];

function readPassword(scan: Scan, site: Site): void {
  readGenericSecret(scan, site);
  readPasswordAssignment(scan, site);
  readEnvAssignment(scan, site);
  readConnectionString(scan, site);
}

function readSecret(scan: Scan, site: Site): void {
  readGenericSecret(scan, site);
  readEnvAssignment(scan, site);
}

/** `api` inside `rapid` or `capital` is no word; of its own it is written in one of three ways. */
function readApi(scan: Scan, site: Site): void {
  const word = scan.text.slice(site.wordStart, site.wordEnd);
  if (word === "api" || word === "Api" || word === "API") readGenericSecret(scan, site);
}

/** What is read at a name that holds the word, whoever's secret it is. */
export const namedValues: ReadonlyMap<string, SiteReader> = new Map<string, SiteReader>([
  ...passwordWords.map((word) => [word, readPassword] as const),
  ...secretWords.map((word) => [word, readSecret] as const),
  ["api", readApi],
]);
