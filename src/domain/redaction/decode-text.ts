/** A stretch of text with its encodings undone, and where each character of it came from. */
export interface DecodedText {
  readonly text: string;
  /** For every character the start of its source, and one more for the end. */
  readonly positions: readonly number[];
}

/** Characters that are not seen, and the forms of ASCII in full width. */
const invisible = "\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff";
const fullWidth = "\\uff01-\\uff5e";
/** Cyrillic and Greek letters that look like Latin ones, and these in the same order. */
const lookAlikes = "аеорсухіјѕАВЕКМНОРСТХІЈЅαορνΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";
const latin = "aeopcyxijsABEKMHOPCTXIJSaopvABEZHIKMNOPTYX";

const encodedCharacter = new RegExp(
  `%[0-9a-fA-F]{2}|\\\\u[0-9a-fA-F]{4}|[${invisible}${fullWidth}]|(?<=[A-Za-z])[${lookAlikes}]|[${lookAlikes}](?=[A-Za-z])`,
  "g",
);

/** Names and values are at most this far from the character that hides them. */
const reach = 160;

/** The stretches of a text that have characters written in another way, decoded once. */
export function decodeStretches(text: string): DecodedText[] {
  const stretches: DecodedText[] = [];
  let from = -1;
  let to = -1;
  for (const { index } of text.matchAll(encodedCharacter)) {
    if (from < 0) from = Math.max(0, index - reach);
    else if (index - reach > to) {
      stretches.push(decodeStretch(text, from, to));
      from = Math.max(to, index - reach);
    }
    to = Math.min(text.length, index + reach);
  }
  if (from >= 0) stretches.push(decodeStretch(text, from, to));
  return stretches;
}

function decodeStretch(text: string, from: number, to: number): DecodedText {
  const positions: number[] = [];
  const parts: string[] = [];
  let at = from;
  const keep = (end: number) => {
    for (let i = at; i < end; i++) positions.push(i);
    parts.push(text.slice(at, end));
  };
  for (const match of text.slice(from, to).matchAll(encodedCharacter)) {
    const start = from + match.index;
    keep(start);
    const decoded = decodeCharacter(match[0]);
    if (decoded !== "") positions.push(start);
    parts.push(decoded);
    at = start + match[0].length;
  }
  keep(to);
  return { text: parts.join(""), positions: [...positions, to] };
}

function decodeCharacter(encoded: string): string {
  if (encoded.length > 1) return String.fromCharCode(Number.parseInt(encoded.replace(/^%|^\\u/, ""), 16));
  const code = encoded.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  return latin[lookAlikes.indexOf(encoded)] ?? "";
}

/** A run of base64 or hexadecimal that is text. */
export interface EncodedRun {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const run = /[A-Za-z0-9+/_-]{24,4096}={0,2}/g;
const probeLength = 32;

/** Runs of base64 or hexadecimal that decode to printable text; pictures and hashes do not. */
export function decodeRuns(text: string): EncodedRun[] {
  const runs: EncodedRun[] = [];
  for (const { index, 0: encoded } of text.matchAll(run)) {
    const encoding = /^(?:[0-9a-fA-F]{2})+$/.test(encoded.slice(0, probeLength)) ? "hex" : "base64";
    if (!isPrintable(Buffer.from(encoded.slice(0, probeLength), encoding).toString("latin1"))) continue;
    const decoded = Buffer.from(encoded, encoding).toString("latin1");
    if (isPrintable(decoded)) runs.push({ start: index, end: index + encoded.length, text: decoded });
  }
  return runs;
}

const isPrintable = (text: string) => text.length >= 16 && /^[\t\n\r\x20-\x7e]+$/.test(text);
