import { entropy } from "../heuristics/entropy.js";
import { isNamedAfterUser, isPlaceholder, isPlainDummy } from "../heuristics/is-placeholder.js";
import { looksRandom, readsLikeWords } from "../heuristics/looks-random.js";
import { bitOf, isIn } from "../scan/alphabets.js";
import type { Detector, Scan } from "../scan/scan.js";

const maxUserInfoLength = 512;
const schemeBits = bitOf("slugdot");
const databases =
  /^(?:postgres(?:ql)?|mysql|mariadb|redis|rediss|valkey|mssql|sqlserver|oracle|cockroachdb|clickhouse|cassandra|scylla|couchbases?|couchdb|neo4j(?:\+s(?:sc)?)?|bolt(?:\+s(?:sc)?)?|influxdb|elasticsearch|opensearch|snowflake|redshift|db2|firebird|libsql|memcached|arangodb|dgraph|surrealdb|timescaledb|vertica|trino|presto|hive|impala|sqlite)(?:[+][\w]+)?$/i;

/** `scheme://user:password@host`: the password; and `scheme://token@host`: the token. */
export const urlCredentials: Detector = {
  words: ["://"],
  detect(scan, start, end) {
    const at = lastAt(scan, end);
    if (at < 0) return;
    const scheme = schemeBefore(scan.text, start);
    if (scheme === "") return;
    const colon = scan.text.indexOf(":", end);
    if (colon >= 0 && colon < at) reportPassword(scan, scheme, { user: end, colon, at });
    else reportToken(scan, scheme, end, at);
  },
};

/** The last `@` before the host ends: passwords hold unescaped `@` more often than hosts. */
function lastAt(scan: Scan, from: number): number {
  const { text } = scan;
  let last = -1;
  let at = from;
  for (; at < from + maxUserInfoLength; at++) {
    const code = text.charCodeAt(at);
    if (code === 64) last = at;
    else if (endsAuthority(code) || (isQueryOrFragment(code) && !isInPassword(text, from, at))) break;
  }
  scan.steps += at - from;
  return last;
}

/** `/` ends it, as do blanks, quotation marks, angle brackets, backslashes and the end of the text. */
function endsAuthority(code: number): boolean {
  if (Number.isNaN(code) || code <= 32) return true;
  return code === 47 || code === 34 || code === 39 || code === 96 || code === 60 || code === 62 || code === 92;
}

const isQueryOrFragment = (code: number) => code === 63 || code === 35;

/** People forget to escape `?` and `#` in passwords; behind a host or a port they mean what they say. */
function isInPassword(text: string, from: number, at: number): boolean {
  return /^[^:@]*:(?!\d+$)[^@]+$/.test(text.slice(from, at));
}

function schemeBefore(text: string, end: number): string {
  let at = end;
  while (at > end - 24 && (isIn(text.charCodeAt(at - 1), schemeBits) || text[at - 1] === "+")) at--;
  return text.slice(at, end);
}

interface UserInfo {
  readonly user: number;
  readonly colon: number;
  readonly at: number;
}

function reportPassword(scan: Scan, scheme: string, { user, colon, at }: UserInfo): void {
  const { text } = scan;
  const password = text.slice(colon + 1, at);
  // GitHub takes a token as the user, and this word instead of a password.
  if (password === "x-oauth-basic") {
    reportToken(scan, scheme, user, colon);
    return;
  }
  if (
    decodedLength(password) < 6 ||
    isPlaceholder(password) ||
    isPlainDummy(password) ||
    (isReservedHost(text, at + 1) && decodedLength(password) < minReserved) ||
    (isLocalHost(text, at + 1) && isWord(password)) ||
    /^[a-z]{1,5}$|^\d{1,5}$/i.test(password) ||
    password.includes("${") ||
    password.includes("{{")
  )
    return;
  if (isNamedAfterUser(text.slice(user, colon), password)) return;
  scan.report(ruleFor(scheme, text.slice(at + 1, at + 40)), colon + 1, at);
}

/** On a host that cannot exist (RFC 2606) a short password is one of a test for parsers. */
const minReserved = 8;
const isReservedHost = (text: string, at: number) =>
  /^[\w.-]{0,60}example\.(?:com|org|net)\b/.test(text.slice(at, at + 80));
/** The login of a database on the same machine or in a container beside. */
const isLocalHost = (text: string, at: number) =>
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|host|[a-z]{2,12})(?:[:/?,"'`\s]|$)/.test(text.slice(at, at + 40));
const isWord = (password: string) => /^[a-z]+\d{0,3}$/i.test(password) && readsLikeWords(password, 0, password.length);
const decodedLength = (password: string) => password.replace(/%[\da-f]{2}/gi, "x").length;

function ruleFor(scheme: string, host: string): string {
  if (/^(?:gems|enterprise)\.contribsys\.com/i.test(host)) return "sidekiq-sensitive-url";
  if (/mongodb(?:\+srv)?$/i.test(scheme)) return "mongodb-connection-string";
  if (/(?:^|[.])jdbc/i.test(scheme) || databases.test(scheme)) return "database-url";
  return "url-credentials";
}

/** Sentry's addresses hold a key that every page and program with it shows. */
const isReportingAddress = (text: string, start: number, end: number) =>
  /^[0-9a-f]{32}$/.test(text.slice(start, end)) && /^[\w.-]*(?:sentry|ingest)\b/.test(text.slice(end + 1, end + 80));

function reportToken(scan: Scan, scheme: string, start: number, end: number): void {
  const { text } = scan;
  if (end - start < 20 || !looksRandom(text, start, end) || entropy(text, start, end) < 3) return;
  if (isPlaceholder(text.slice(start, end)) || isReportingAddress(text, start, end)) return;
  scan.report(databases.test(scheme) ? "database-url" : "url-credentials", start, end);
}
