import { bitOf, isIn } from "../scan/alphabets.js";
import { beginsWord } from "../scan/boundary.js";
import type { Detector, Scan } from "../scan/scan.js";
import { wordList } from "../scan/word-list.js";

const partBits = bitOf("base64url");
const wrappedBits = bitOf("base64url") | bitOf("base64") | bitOf("space");
const minPartLength = 17;
const minSignature = 10;
const maxPartLength = 16_384;

/** Header and claims, which begin like JSON in base64, then a signature and up to two more parts of an encrypted token. */
export const jsonWebToken: Detector = {
  words: ["ey"],
  detect(scan, start) {
    const { text } = scan;
    if (!beginsWord(text, start) || !text.startsWith("ey", start)) return;
    const header = partEnd(text, start);
    scan.steps += header - start;
    if (header - start < minPartLength + 2 || text[header] !== "." || !text.startsWith("ey", header + 1)) return;
    const claims = partEnd(text, header + 1);
    scan.steps += claims - header;
    if (claims - header < minPartLength + 3) return;
    const isSigned = text[claims] === ".";
    const mustDecode = !isSigned || text.startsWith("eyJ", start);
    if (mustDecode && !isTokenHeader(text.slice(start, Math.min(header, start + 1024)))) return;
    scan.report("jwt", start, isSigned ? signatureEnd(scan, claims) : claims);
  },
};

/** Backslashes belong to a part, but not those that escape what ends it. */
function isEscape(text: string, at: number): boolean {
  return text[at] === "\\" && "nrt\"'\\".includes(text[at + 1] ?? "n");
}

function partEnd(text: string, from: number): number {
  let at = from;
  const limit = Math.min(text.length, from + maxPartLength);
  while (at < limit && isIn(text.charCodeAt(at), partBits) && !isEscape(text, at)) at++;
  return at;
}

function signatureEnd(scan: Scan, claims: number): number {
  const { text } = scan;
  let end = claims + 1;
  for (let part = 0; part < 3; part++) {
    const next = partEnd(text, end);
    if (next - end < (part === 0 ? minSignature : 1)) break;
    end = next;
    if (text[end] !== "." || !isIn(text.charCodeAt(end + 1), partBits)) break;
    end++;
  }
  while (text[end] === "=") end++;
  return end;
}

/** Names that begin the header of a signed or encrypted token (RFC 7515, 7516, 7517, 8555 and the claims of old ones). */
const headerNames = new Set(
  wordList(`
  alg apu apv aud b64 crit cty epk enc jku jwk iss iv kid key_ops kty nonce p2c p2s ppt sub svt tag typ url use
  ver version x x5c x5t x5t#S256 x5u zip
`),
);

/** Where two parts must prove a token, or the first begins like JSON, it is JSON to its end and has one of these names. */
function isTokenHeader(base64: string): boolean {
  const json = decode(base64.replaceAll("\\", ""));
  return (
    /^\{\s*".*\}$/s.test(json) && [...json.matchAll(/"([^"]+)"\s*:/g)].some(([, name]) => headerNames.has(name ?? ""))
  );
}

/** A token that was put into base64 once more, as Kubernetes does with secrets. */
export const wrappedJsonWebToken: Detector = {
  words: ["zxlk"],
  detect(scan, start) {
    const { text } = scan;
    if (!text.startsWith("ZXlK", start) || !beginsWord(text, start)) return;
    let end = start;
    while (
      end < start + maxPartLength &&
      isIn(text.charCodeAt(end), wrappedBits) &&
      text[end] !== " " &&
      !isEscape(text, end)
    )
      end++;
    scan.steps += end - start;
    while (end > start && isIn(text.charCodeAt(end - 1), bitOf("space"))) end--;
    if (end - start < 48 || !beginsWithHeader(text.slice(start, start + 44))) return;
    while (text[end] === "=") end++;
    scan.report("jwt-base64", start, end);
  },
};

function beginsWithHeader(base64: string): boolean {
  const json = decode(decode(base64));
  const name = /^\{"([^"]+)"/.exec(json)?.[1];
  return name !== undefined && headerNames.has(name);
}

const decode = (base64: string) => Buffer.from(base64, "base64").toString("latin1");

/** The private members of a JSON Web Key (RFC 7517), wherever `kty` is among them. */
export const jsonWebKey: Detector = {
  words: ['"kty', '\\"kty', "'kty"],
  detect(scan, start, end) {
    const { text } = scan;
    const from = Math.max(scan.reached("jwk"), start - 2048, text.lastIndexOf("{", start));
    const to = Math.min(text.length, end + 4096);
    const stop = text.slice(end, to).indexOf("}");
    const last = stop < 0 ? to : end + stop;
    if (from >= last) return;
    scan.setReached("jwk", last);
    scan.steps += last - from;
    for (const member of text
      .slice(from, last)
      .matchAll(/["'](?:d|p|q|dp|dq|qi|k)\\{0,3}["']\s{0,4}:\s{0,4}\\{0,3}["']([\w-]{16,1400})/g)) {
      const at = from + member.index + member[0].length - (member[1] ?? "").length;
      scan.report("json-web-key", at, at + (member[1] ?? "").length);
    }
  },
};
