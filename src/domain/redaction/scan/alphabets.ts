/** The sets of characters that tokens are written in, each one bit of a table over ASCII. */
const members = {
  digit: "0-9",
  lower: "a-z",
  upper: "A-Z",
  alpha: "a-zA-Z",
  lowernum: "a-z0-9",
  uppernum: "A-Z0-9",
  alnum: "a-zA-Z0-9",
  hex: "0-9a-fA-F",
  lowerhex: "0-9a-f",
  /** Flutterwave and Mailgun write "hexadecimal" up to h. */
  hexh: "0-9a-hA-H",
  base32: "A-Z2-7",
  bech32: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
  word: "a-zA-Z0-9_",
  slug: "a-zA-Z0-9_-",
  dash: "a-zA-Z0-9-",
  slugeq: "a-zA-Z0-9_=-",
  slugdotted: "a-zA-Z0-9_.-",
  slugdot: "a-zA-Z0-9_.=-",
  tilde: "a-zA-Z0-9_~.",
  tildedash: "a-zA-Z0-9_~.-",
  base64: "a-zA-Z0-9+/",
  base64eq: "a-zA-Z0-9+/=",
  base64all: "a-zA-Z0-9+/_=-",
  base64list: "a-zA-Z0-9+/_=,-",
  base64url: "a-zA-Z0-9/\\_-",
  percent: "a-zA-Z0-9%",
  header: "a-zA-Z0-9_=~@.+/-",
  /** What a quoted value may hold. */
  unquoted: "!#-&(-[]-~",
  /** The alphabet of crypt(3). */
  crypt: "./a-zA-Z0-9",
  /** What may come between a keyword and the operator. */
  name: " \ta-zA-Z0-9_.-",
  space: " \t\r\n",
} as const;

export type Alphabet = keyof typeof members;

const names = Object.keys(members) as Alphabet[];

function expandRanges(ranges: string): string[] {
  const out: string[] = [];
  for (let i = 0; i < ranges.length; i++) {
    const first = ranges.charCodeAt(i);
    const isRange = ranges[i + 1] === "-" && i + 2 < ranges.length;
    const last = isRange ? ranges.charCodeAt(i + 2) : first;
    for (let code = first; code <= last; code++) out.push(String.fromCharCode(code));
    if (isRange) i += 2;
  }
  return out;
}

function tabulate(): Int32Array {
  const table = new Int32Array(128);
  names.forEach((name, bit) => {
    for (const char of expandRanges(members[name])) {
      const code = char.charCodeAt(0);
      table[code] = (table[code] ?? 0) | (1 << bit);
    }
  });
  return table;
}

const table = tabulate();

export function isAlphabet(name: string): name is Alphabet {
  return Object.hasOwn(members, name);
}

/** The bit of an alphabet, for `isIn`. */
export function bitOf(name: Alphabet): number {
  return (1 << names.indexOf(name)) >>> 0;
}

/** Whether a UTF-16 unit belongs to any of the alphabets whose bits are set. NaN, the end of the text, never does. */
export function isIn(code: number, bits: number): boolean {
  return code < 128 && ((table[code] as number) & bits) !== 0;
}

export function lettersOf(name: Alphabet): readonly string[] {
  return expandRanges(members[name]);
}

export const wordBit = bitOf("word");
export const slugBit = bitOf("slug");
export const alnumBit = bitOf("alnum");
export const alphaBit = bitOf("alpha");
export const digitBit = bitOf("digit");
export const nameBit = bitOf("name");
export const spaceBit = bitOf("space");
