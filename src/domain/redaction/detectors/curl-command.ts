import { entropy } from "../heuristics/entropy.js";
import { isPlaceholder } from "../heuristics/is-placeholder.js";
import { beginsWord, endsWord } from "../scan/boundary.js";
import type { Detector, Scan } from "../scan/scan.js";

const maxCommandLength = 2048;
const maxLines = 11;

/** `-u user:password` of a curl command and the ten lines that follow it. */
export const curlCommand: Detector = {
  words: ["curl"],
  detect(scan, start, end) {
    const { text } = scan;
    if (!beginsWord(text, start) || !endsWord(text, end, 0) || !text.startsWith("curl", start)) return;
    const from = Math.max(end, scan.reached("curl"));
    if (from > end + maxCommandLength / 2) return;
    const to = commandEnd(text, end);
    scan.steps += to - end;
    if (from >= to) return;
    scan.setReached("curl", to);
    const command = text.slice(from, to);
    for (const option of command.matchAll(/[ \t\r\n"'](?:-u|--user)(?:=|[ \t]{0,5})/g)) {
      reportUser(scan, from + option.index + option[0].length);
    }
  },
};

/** `\n` of JSON counts as a line break too. */
function commandEnd(text: string, from: number): number {
  let lines = 0;
  let at = from;
  for (; at < text.length && at < from + maxCommandLength; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 92 && text[at + 1] === "n")) lines++;
    if (lines >= maxLines) break;
  }
  return at;
}

/** `user:password`, `"user:password"`, `"user":"password"`; a token may also be the user, with nothing after the colon. */
function reportUser(scan: Scan, start: number): void {
  const { text } = scan;
  const first = readWord(text, start, ":");
  if (text[first.end] === ":") {
    const second = readWord(text, first.end + 1, "");
    reportLogin(scan, text.slice(first.from, first.to), second.from, second.to);
    return;
  }
  const colon = text.slice(first.from, first.to).indexOf(":");
  if (colon >= 0) reportLogin(scan, text.slice(first.from, first.from + colon), first.from + colon + 1, first.to);
}

function reportLogin(scan: Scan, user: string, start: number, end: number): void {
  const password = scan.text.slice(start, end);
  if (user.startsWith("<")) return;
  if (
    password === ""
      ? isToken(user)
      : !isHarmless(password) && entropy(`${user}:${password}`, 0, user.length + end - start + 1) > 2
  ) {
    scan.report("curl-auth-user", password === "" ? start - user.length - 1 : start, end);
  }
}

function isToken(user: string): boolean {
  return user.length >= 12 && /\d/.test(user) && !isHarmless(user);
}

/** A word of a command line, with or without quotation marks; `end` is behind these. */
function readWord(text: string, start: number, stop: string): { from: number; to: number; end: number } {
  const quote = /^\\{0,16}["']/.exec(text.slice(start, start + 17))?.[0] ?? "";
  const from = start + quote.length;
  const ends = quote === "" ? ` \t\r\n\\"'\`|;${stop}` : `${quote.at(-1)}\n`;
  let to = from;
  while (to < text.length && to < from + 512 && !ends.includes(text[to] ?? "")) to++;
  const end = quote === "" ? to : to + 1;
  while (quote.length > 1 && text[to - 1] === "\\") to--;
  return { from, to, end };
}

function isHarmless(password: string): boolean {
  return isPlaceholder(password.replace(/^["']|["');]+$/g, "")) || /^\$?[<[({]/.test(password);
}
