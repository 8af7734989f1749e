import { beginsWord, endsWord } from "../boundary.js";
import { entropy } from "../entropy.js";
import { isPlaceholder } from "../is-placeholder.js";
import type { Scan, Verifier } from "../scan.js";

const longestCommand = 2048;
const mostLines = 6;

/** `-u user:password` and `-H "Header: secret"` of a curl command and the five lines that follow it. */
export const curlCommand: Verifier = {
  words: ["curl"],
  verify(scan, start, end) {
    const { text } = scan;
    if (!beginsWord(text, start) || !endsWord(text, end, 0) || !text.startsWith("curl", start)) return;
    const from = Math.max(end, scan.reached("curl"));
    const to = commandEnd(text, end);
    if (from >= to) return;
    scan.setReached("curl", to);
    scan.steps += to - from;
    const command = text.slice(from, to);
    for (const option of command.matchAll(/[ \t\r\n"'](?:-u|--user)(?:=|[ \t]{0,5})/g)) {
      reportUser(scan, from + option.index + option[0].length);
    }
    for (const header of command.matchAll(/[ \t\r\n"'](?:-H|--header)(?:=|[ \t]{0,5})\\?["']/g)) {
      reportHeader(scan, from + header.index + header[0].length);
    }
  },
};

/** `\n` of JSON counts as a line break too. */
function commandEnd(text: string, from: number): number {
  let lines = 0;
  let at = from;
  for (; at < text.length && at < from + longestCommand; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 92 && text[at + 1] === "n")) lines++;
    if (lines >= mostLines) break;
  }
  return at;
}

function reportUser(scan: Scan, start: number): void {
  const { text } = scan;
  const quote = /^\\?["']/.exec(text.slice(start, start + 2))?.[0] ?? "";
  const from = start + quote.length;
  const value = untilAny(text, from, quote === "" ? " \t\r\n\\\"'`|;" : quote.slice(-1) === '"' ? '"\n\\' : "'\n");
  const colon = value.indexOf(":");
  const password = value.slice(colon + 1);
  const user = value.slice(0, Math.max(0, colon));
  if (colon < 0 || (password.length < 3 && user.length < 3)) return;
  if (password.length >= 3 && !isHarmless(password) && entropy(value, 0, value.length) > 2) {
    scan.report("curl-auth-user", from + colon + 1, from + value.length);
  } else if (password === "" && user.length >= 12 && /\d/.test(user) && !isHarmless(user)) {
    scan.report("curl-auth-user", from, from + user.length);
  }
}

function untilAny(text: string, from: number, ends: string): string {
  let at = from;
  while (at < text.length && at < from + 512 && !ends.includes(text[at] ?? "")) at++;
  return text.slice(from, at);
}

function isHarmless(password: string): boolean {
  return isPlaceholder(password.replace(/^["']|["']$/g, "")) || /^\$?[<[({]/.test(password);
}

/** Names of headers that carry a key or token; `Authorization` has its own verifier but is weaker outside of curl. */
const secretHeader =
  /^(?:authorization|(?:x-(?:[a-z]+-)?)?(?:api-?)?(?:key|token)):[ \t]{0,5}(?:(?:basic|bearer|(?:api-)?token)[ \t])?/i;

function reportHeader(scan: Scan, start: number): void {
  const { text } = scan;
  const name = secretHeader.exec(text.slice(start, start + 80))?.[0];
  if (name === undefined) return;
  const from = start + name.length;
  const value = /^[\w=~@.+/-]{8,}/.exec(text.slice(from, from + 2048))?.[0] ?? "";
  if (value === "" || isPlaceholder(value) || entropy(value, 0, value.length) <= 2.75) return;
  if (/["'\\\s]/.test(text[from + value.length] ?? "\n")) scan.report("curl-auth-header", from, from + value.length);
}
