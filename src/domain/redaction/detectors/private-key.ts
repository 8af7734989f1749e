import { bitOf, isIn } from "../scan/alphabets.js";
import type { Detector, Scan } from "../scan/scan.js";

/** The largest key in use, RSA of 16,384 bits, takes 13 KB as PEM. */
const maxPrivateKeyLength = 16_384;
const minBodyLength = 48;
const maxLabelLength = 140;

/** `\n` of JSON, or of JSON inside JSON. */
const escapedBreak = /^\\[nr\\]/;
const bodyBits = bitOf("base64eq") | bitOf("space");

/** PEM, OpenSSH, PGP and SSH2 blocks from the first dash to the last, in one line with `\n` too. */
export const privateKey: Detector = {
  words: ["-----begin", "---- begin"],
  detect(scan, start, end) {
    const labelEnd = endOfLabel(scan.text, end);
    if (labelEnd < 0) return;
    const blockEnd = closingLineEnd(scan, labelEnd) ?? endOfBody(scan.text, labelEnd);
    scan.steps += labelEnd - start;
    const block = scan.text.slice(labelEnd, blockEnd);
    if (bodyLength(block) < minBodyLength || (/^["'\x60]/.test(block) && !encoded.test(block))) return;
    scan.report(isServiceAccount(scan.text, start) ? "gcp-service-account" : "private-key", start, blockEnd);
  },
};

/** Constants for the two lines have no key between them. */
const encoded = /(?=[A-Za-z+/]{0,64}\d)[A-Za-z0-9+/]{24}/;

/** Without the closing line: a few words between the two are a description. */
function bodyLength(block: string): number {
  const closing = block.search(/-{4,5} ?END/i);
  return closing < 0 ? block.length : closing;
}

/** Behind `BEGIN … PRIVATE KEY-----`, or -1 if the label is another. */
function endOfLabel(text: string, from: number): number {
  const label = /^[\w -]{0,100}?PRIVATE KEY(?: BLOCK)? ?-{4,5}/i.exec(text.slice(from, from + maxLabelLength));
  return label ? from + label[0].length : -1;
}

/** Where the block's closing line ends, if it is near enough; the search is cached for the next block. */
function closingLineEnd(scan: Scan, from: number): number | undefined {
  let end = scan.reached("private-key end");
  if (end <= from) {
    end = nextClosing(scan, from);
    scan.setReached("private-key end", end);
  }
  return end - from > maxPrivateKeyLength ? undefined : end;
}

/** The end of the next `-----END …-----` or, where that is mutilated, of the next `KEY-----`. */
function nextClosing(scan: Scan, from: number): number {
  const { text } = scan;
  for (let at = text.indexOf("----", from); at >= 0; at = text.indexOf("----", at + 1)) {
    const label = text.slice(at, at + maxLabelLength);
    const end = /^-{4,5} ?END [\w -]{0,90}?KEY(?: BLOCK)? ?-{4,5}/i.exec(label) ?? /^-{4,5}END/i.exec(label);
    const closing = end ?? (/key(?: block)? ?$/i.test(text.slice(at - 10, at)) ? /^-{4,5}/.exec(label) : null);
    if (!closing || at < from + minBodyLength) continue;
    scan.steps += at - from;
    return at + closing[0].length;
  }
  scan.steps += text.length - from;
  return Number.POSITIVE_INFINITY;
}

/** A block cut short: base64 as far as it goes. */
function endOfBody(text: string, from: number): number {
  let at = from;
  while (at < from + maxPrivateKeyLength) {
    if (isIn(text.charCodeAt(at), bodyBits)) at++;
    else if (escapedBreak.test(text.slice(at, at + 3))) at += 2;
    else break;
  }
  while (at > from && isIn(text.charCodeAt(at - 1), bitOf("space"))) at--;
  return at;
}

function isServiceAccount(text: string, start: number): boolean {
  return text.slice(Math.max(0, start - 24), start).includes("private_key");
}

const maxFileBytes = 8192;
const maxHeadLength = 2048;

/** The private lines of a PuTTY key file, to the line that seals them. */
export const puttyKey: Detector = {
  words: ["private-lines:"],
  detect(scan, start, end) {
    const { text } = scan;
    scan.steps += maxHeadLength;
    if (!text.slice(Math.max(0, start - maxHeadLength), start).includes("PuTTY-User-Key-File")) return;
    const seal = text.slice(end, end + maxFileBytes).search(/\nPrivate-(?:MAC|Hash):/);
    scan.report("private-key", start, seal < 0 ? Math.min(text.length, end + maxFileBytes) : end + seal);
  },
};
