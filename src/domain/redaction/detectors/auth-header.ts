import { entropy, minLettersEntropyOf } from "../heuristics/entropy.js";
import { isDummy, isDummyBase64, isDummyLogin, isPlaceholder } from "../heuristics/is-placeholder.js";
import { looksOf } from "../heuristics/looks.js";
import { isUnreadable, readsLikeWords } from "../heuristics/looks-random.js";
import { bitOf, isIn } from "../scan/alphabets.js";
import type { Detector, Scan } from "../scan/scan.js";
import { wordList } from "../scan/word-list.js";

const tokenBits = bitOf("header");
const maxLength = 4096;
const minLength = 8;

const schemes =
  /^(?:basic|bearer|token|apikey|api-key|api-token|digest|negotiate|ntlm|oauth|key|splunk|genie[kK]ey|sso-key|aws4-hmac-sha256) +/i;

/** `Authorization: Bearer …` and its like, in headers, code, JSON and commands. */
export const authorizationHeader: Detector = {
  words: ["authorization"],
  detect(scan, _start, end) {
    const at = skipSign(scan.text, end);
    if (at < 0) return;
    const scheme = schemes.exec(scan.text.slice(at, at + 24));
    if (scheme) reportCredentials(scan, at + scheme[0].length, scheme[0]);
    else reportRandomToken(scan, skipUnknownScheme(scan.text, at), 3);
  },
};

/** `EXO2-HMAC-SHA256 …`: a word, one blank, and more. */
function skipUnknownScheme(text: string, at: number): number {
  const scheme = /^[A-Za-z][\w-]{1,30} (?=[\w+/-])/.exec(text.slice(at, at + 40));
  return at + (scheme?.[0].length ?? 0);
}

/** `Bearer …` without the name of the header, as in messages and logs. */
export const bearerToken: Detector = {
  words: ["bearer "],
  detect(scan, start, end) {
    if (start > 0 && isIn(scan.text.charCodeAt(start - 1), bitOf("alnum"))) return;
    reportRandomToken(scan, end, 3, 16);
  },
};

/** Headers whose value is always a secret. */
export const keyHeader: Detector = {
  words: wordList(`
  x-api-key x-auth-token x-access-token private-token x-vault-token x-figma-token x-gitlab-token
  x-shopify-access-token x-amz-security-token x-goog-api-key x-auth-key ocp-apim-subscription-key
  x-functions-key x-rapidapi-key circle-token dd-api-key dd-application-key x-honeycomb-team x-insert-key
  x-license-key x-csrf-token x-session-token x-redmine-api-key
`),
  detect(scan, _start, end) {
    const at = skipSign(scan.text, end);
    if (at >= 0) reportRandomToken(scan, at, 2.5);
  },
};

/** Behind `: `, `=`, `": "`, `', '`, `\": \"` and `](`; -1 if no value follows. */
function skipSign(text: string, from: number): number {
  let signs = 0;
  let at = from;
  for (; at < from + 40; at++) {
    const char = text[at];
    if (char === ":" || char === "=" || char === ",") signs++;
    else if (char === undefined || !"\"'`\\ ]\t(".includes(char)) break;
  }
  return signs > 0 ? at : -1;
}

function reportCredentials(scan: Scan, start: number, scheme: string): void {
  if (/^(?:aws4|digest|oauth)/i.test(scheme)) reportParameters(scan, start);
  else if (/^basic/i.test(scheme) && isPlainText(scan.text, start)) return;
  else reportRandomToken(scan, start, 2.5, minLength, false);
}

/** `Basic Z2FyYmFnZQ==`: base64 of a text that is not a login. */
function isPlainText(text: string, start: number): boolean {
  const value = /^[A-Za-z0-9+/]{4,64}={0,2}(?![\w+/=.-])/.exec(text.slice(start, start + 68))?.[0];
  if (value === undefined) return false;
  return /^[\x20-\x39\x3b-\x7e]+$/.test(Buffer.from(value, "base64").toString("latin1"));
}

/** `Signature=…`, `response="…"`, `oauth_token="…"`: the parameters that prove something. */
function reportParameters(scan: Scan, start: number): void {
  const line = /^[^\r\n]{0,1024}/.exec(scan.text.slice(start, start + 1024))?.[0] ?? "";
  scan.steps += line.length;
  for (const match of line.matchAll(/(?:signature|response|oauth_token|oauth_signature)=\\?"?([\w+/%=-]{16,})/gi)) {
    const from = start + match.index + match[0].length - (match[1] ?? "").length;
    scan.report("authorization-header", from, from + (match[1] ?? "").length);
  }
}

function reportRandomToken(scan: Scan, start: number, minEntropy: number, min = minLength, strict = true): void {
  const { text } = scan;
  let end = start;
  while (end < start + maxLength && isIn(text.charCodeAt(end), tokenBits)) end++;
  scan.steps += end - start;
  const value = text.slice(start, end).replace(/[.@]+$/, "");
  if (
    value.length < min ||
    isPlaceholder(value) ||
    isDummy(value) ||
    isDummyLogin(value) ||
    isDummyBase64(value) ||
    text[end] === "(" ||
    text[end] === "$" ||
    text[end] === "{"
  )
    return;
  if (entropy(value, 0, value.length) <= minEntropy) return;
  if (!/\d/.test(value) && !isLettersToken(value, strict)) return;
  if (/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) && readsLikeWords(value, 0, value.length)) return;
  scan.report("authorization-header", start, start + value.length);
}

/** Tokens without a digit are rare: behind a word that also occurs in prose, they must be unlike any word. */
function isLettersToken(value: string, strict: boolean): boolean {
  if (strict) return value.length >= 20 && isUnreadable(value, 0, value.length);
  return (
    entropy(value, 0, value.length) >= minLettersEntropyOf(value.length) && !readsLikeWords(value, 0, value.length)
  );
}

/** `Cookie: session=…`: the cookies that prove who one is. */
export const sessionCookie: Detector = {
  words: ["cookie:", 'cookie":', "cookie':"],
  detect(scan, _start, end) {
    const from = Math.max(end, scan.reached("cookie"));
    if (from >= end + 512) return;
    const line = /^[^\r\n]{0,1024}/.exec(scan.text.slice(from, end + 1024))?.[0] ?? "";
    scan.setReached("cookie", from + line.length);
    scan.steps += line.length;
    for (const cookie of line.matchAll(/[\w.-]{0,40}(?:sess|sid|auth|token|jwt)[\w.-]{0,40}=([\w%.+/=-]{12,})/gi)) {
      const value = cookie[1] ?? "";
      const start = from + cookie.index + cookie[0].length - value.length;
      if (looksOf(value.slice(0, 128)) !== "other") scan.report("session-cookie", start, start + value.length);
    }
  },
};
