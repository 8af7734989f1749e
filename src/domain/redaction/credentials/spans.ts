export const minLength = 6;
const maxLength = 64;
const maxChunk = 400;
const maxStarts = 10;
const maxName = 20;

const kinds = {
  lower: 1,
  upper: 2,
  digit: 4,
  joint: 8,
  sign: 16,
  mark: 32,
  wide: 64,
  blank: 128,
  letter: 256,
} as const;

/** Quotation marks, brackets, dashes and arrows of other scripts. */
const wideMark =
  /[\u00ab\u00bb\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u3001-\u3003\u3008-\u301f\uff01\uff08\uff09\uff0c\uff0f\uff1a-\uff1f\u060c\u061b]/;

function kindOfCode(code: number): number {
  const char = String.fromCharCode(code);
  if (code <= 32 || code === 127 || /[\u00a0\u3000\u200b\u202f\u2028]/.test(char)) return kinds.blank;
  if (/[a-z]/.test(char)) return kinds.lower;
  if (/[A-Z]/.test(char)) return kinds.upper;
  if (/\d/.test(char)) return kinds.digit;
  if (/[._/-]/.test(char)) return kinds.joint;
  if (/["'`,;()[\]{}<>|:=@&\\]/.test(char) || wideMark.test(char)) return kinds.mark;
  if (code < 128) return kinds.sign;
  if (code < 0x250 && code >= 0xc0) return kinds.lower;
  return code >= 0x370 && code < 0x700 ? kinds.letter : kinds.wide;
}

/** The kind of each character that was met, 0 for others. */
const met = new Uint16Array(0x10000);

/** A line break or a tab in a JSON string. */
const isEscape = (code: number): boolean => code === 110 || code === 116 || code === 114;

/** A mark separates or encloses values; a joint does so inside names as well. */
function kindOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 92 && isEscape(text.charCodeAt(at + 1))) return kinds.blank;
  if (isEscape(code) && text.charCodeAt(at - 1) === 92 && text.charCodeAt(at - 2) !== 92) return kinds.blank;
  if (!met[code]) met[code] = kindOfCode(code);
  return met[code] as number;
}

export const hasDigitOrSign = (kind: number): boolean => (kind & (kinds.digit | kinds.sign)) !== 0;

/** Small and capital letters. */
export const isCased = (kind: number): boolean => (kind & (kinds.lower | kinds.upper)) === (kinds.lower | kinds.upper);

export const isJoined = (kind: number): boolean => (kind & kinds.joint) !== 0;

/** Three of small letters, capitals, digits and signs: names and words rarely have that, and so it is looked at anywhere. */
export function isMixed(kind: number): boolean {
  const small = (kind & (kinds.lower | kinds.letter)) === 0 ? 0 : 1;
  const capital = (kind & kinds.upper) === 0 ? 0 : 1;
  return small + capital + ((kind & kinds.digit) === 0 ? 0 : 1) + ((kind & kinds.sign) === 0 ? 0 : 1) > 2;
}

type OfSpan<T> = (start: number, end: number, kinds: number) => T;

/**
 * Calls `visit` for what may be a value: what stands between blanks, between quotation marks or behind a sign that
 * separates, with all kinds of its characters. Stretches nest: `db=ana:pw` is three.
 */
export function visitSpans(text: string, isWanted: OfSpan<boolean>, visit: OfSpan<void>): void {
  const { length } = text;
  for (let start = 0; start < length; start++) {
    let end = start;
    let all = 0;
    for (; end < length; end++) {
      const kind = kindOf(text, end);
      if (kind === kinds.blank) break;
      all |= kind;
    }
    if (end - start >= minLength && isWanted(start, end, all))
      visitChunk(text, start, Math.min(end, start + maxChunk), all, visit);
    start = end;
  }
}

function visitChunk(text: string, from: number, to: number, all: number, visit: OfSpan<void>): void {
  let last = -1;
  const add = (start: number, end: number) => {
    const key = start * 512 + (end - from);
    if (end - start < minLength || end - start > maxLength || key === last) return;
    last = key;
    let kind = 0;
    for (let at = start; at < end; at++) kind |= kindOf(text, at);
    visit(start, end, kind);
  };
  const start = opened(text, from, to);
  const end = closed(text, start, to);
  add(start, end);
  // A value may end in a sign that ends a sentence as well.
  if (end < to && /[!?]/.test(text[end] as string)) add(start, end + 1);
  if ((all & (kinds.mark | kinds.wide)) === 0 && text[from] !== "-" && !isPair(text, from, to)) return;
  let starts = 0;
  for (let at = from - 1; at < to && starts < maxStarts; at++) {
    if (at >= from && !separates(text, at, from)) continue;
    starts++;
    const begin = opened(text, at + 1, to);
    let next = begin;
    while (next < to && !ends(text, next, begin)) next++;
    const part = closed(text, begin, next);
    if (begin > start || part !== end) add(begin, part);
    if (part < next && next - part === 1 && /[!?]/.test(text[part] as string)) add(begin, next);
    const whole = closed(text, begin, to);
    if (whole > next && begin > start) add(begin, whole);
  }
}

/** `admin/…`, with one slash behind a short name: paths have more. */
function isPair(text: string, from: number, to: number): boolean {
  const at = text.indexOf("/", from);
  return at > from && at < Math.min(to, from + maxName) && text.lastIndexOf("/", to - 1) === at;
}

/** What comes behind may be a value: a mark, the border of a script, the slash of `admin/…`, the letter of `-p…`. */
function separates(text: string, at: number, from: number): boolean {
  const kind = kindOf(text, at);
  if (kind === kinds.mark) return true;
  if (kind === kinds.wide) return kindOf(text, at + 1) !== kinds.wide;
  if (text[at] === "/" || text[at] === "%" || text[at] === "?" || text[at] === "!") return true;
  return at === from + 1 && text[from] === "-" && kind !== kinds.joint;
}

/** Inside quotation marks only the same mark ends a value, elsewhere those that separate, and other scripts. */
function ends(text: string, at: number, begin: number): boolean {
  const quote = text[begin - 1] ?? "";
  if (quote === '"' || quote === "'" || quote === "`") return text[at] === quote;
  const kind = kindOf(text, at);
  if (kind === kinds.wide) return kindOf(text, begin) !== kinds.wide;
  return kind === kinds.mark && !/[:=]/.test(text[at] as string);
}

const opening = /[\\"'`([{<*_\u00ab\u201c\u201d\u201e\u2018\u201a\u300c\u300e\uff08\u3010:=,;|>~-]/;
const closing = /["'`)\]}>*_.,:;?!|\\\u00bb\u201c\u201d\u2019\u300d\u300f\uff09\u3011\u3002\u3001\uff0c\u2026-]/;

function opened(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && opening.test(text[at] as string)) at++;
  return at;
}

function closed(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && closing.test(text[at - 1] as string)) at--;
  return at;
}
