import { bitOf, isIn } from "../alphabets.js";
import { startsWithAt } from "../match-shape.js";
import type { Scan, Verifier } from "../scan.js";

/** The largest key in use, RSA of 16,384 bits, takes 13 KB as PEM. */
export const longestPrivateKey = 16_384;
const leastBody = 48;
const longestLabel = 110;

const bodyBits = bitOf("base64eq") | bitOf("space");
const labelBits = bitOf("slug") | bitOf("name");

/** PEM, OpenSSH, PGP and SSH2 blocks from the first dash to the last, in one line with `\n` too. */
export const privateKey: Verifier = {
  words: ["-----begin", "---- begin"],
  verify(scan, start, end) {
    const labelEnd = endOfLabel(scan.text, end);
    if (labelEnd < 0) return;
    const blockEnd = closingMark(scan, labelEnd) ?? endOfBody(scan.text, labelEnd);
    scan.steps += labelEnd - start;
    if (blockEnd - labelEnd < leastBody) return;
    scan.report(isServiceAccount(scan.text, start) ? "gcp-service-account" : "private-key", start, blockEnd);
  },
};

/** Behind `BEGIN … PRIVATE KEY-----`, or -1 if the label is another. */
function endOfLabel(text: string, from: number): number {
  let at = from;
  while (at < from + longestLabel && isIn(text.charCodeAt(at), labelBits) && text[at] !== "-") at++;
  const label = text.slice(from, at).toUpperCase();
  if (!label.includes("PRIVATE KEY")) return -1;
  return text.startsWith("----", at) ? at + (text[at + 4] === "-" ? 5 : 4) : -1;
}

/** Where the block's own last mark ends, if it is near enough; the search is remembered for the next block. */
function closingMark(scan: Scan, from: number): number | undefined {
  const { text } = scan;
  let mark = scan.reached("private-key end");
  if (mark < from) {
    mark = nextEnd(scan, from);
    scan.setReached("private-key end", mark);
  }
  if (mark === Number.POSITIVE_INFINITY || mark - from > longestPrivateKey) return undefined;
  const label = text.slice(mark, mark + longestLabel);
  const closed = /^-{4,5} ?END [A-Z0-9 _]*KEY(?: BLOCK)? ?-{4,5}/i.exec(label);
  return mark + (closed?.[0].length ?? 8);
}

function nextEnd(scan: Scan, from: number): number {
  const { text } = scan;
  for (let at = text.indexOf("----", from); at >= 0; at = text.indexOf("----", at + 1)) {
    if (startsWithAt(text, at, "-----END", true) || startsWithAt(text, at, "---- END", true)) {
      scan.steps += at - from;
      return at;
    }
  }
  scan.steps += text.length - from;
  return Number.POSITIVE_INFINITY;
}

/** A block cut short: base64 as far as it goes. */
function endOfBody(text: string, from: number): number {
  let at = from;
  while (at < from + longestPrivateKey) {
    if (isIn(text.charCodeAt(at), bodyBits) || text[at] === "\\") at++;
    else break;
  }
  while (at > from && isIn(text.charCodeAt(at - 1), bitOf("space"))) at--;
  return at;
}

function isServiceAccount(text: string, start: number): boolean {
  return text.slice(Math.max(0, start - 24), start).includes("private_key");
}
