import words from "../../../../data/secret-words.json" with { type: "json" };
import { isDummy, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isAtLeast, isSurely, isUnlikeNames, type Looks, looksOf } from "../heuristics/looks.js";
import { type SecretName, secretNames } from "../rules/secret-names.js";
import { bitOf, isIn } from "../scan/alphabets.js";
import type { Detector, Scan } from "../scan/scan.js";

/** How far from its word a secret is told, in words of the same sentence. */
const maxWords = 10;
const maxWordsBefore = 6;
const maxLength = 140;
const maxValue = 100;

/** A password is Latin letters, digits and signs, in whatever script its sentence is. */
const run = /[\x21-\x7e\u00c0-\u024f]+/g;
const lineBreak = /\r?\n|\\r?\\n|\\n/;
/** Code between a word and a value says that no one tells anything. */
const isCode = (word: string) => !/^[-=]+>$/.test(word) && /[[\]{}<>=;\\]|\w\(|::|\/\/|^--\w/.test(word);
const endsSentence = (word: string) => /[.!]["')]*$/.test(word);

/** `(admin`, `"ana:…"`, `admin/…`: what is around the value in its word. */
const opening =
  /^(?:["'\x60(\u00ab]|\*\*)*(?:[\w.@+-]{2,40}(?:[/|=](?![/=])|:(?!\/|\d{1,5}(?!\w))))?(?:["'\x60\u00ab]|\*\*)*/;
const closing = /["'\x60*).,;:?\u00bb]*$/;

/** What a word about secrets says of the values in its sentence. */
interface Says {
  /** The least that a value must look like: anywhere in the sentence, and behind a verb or sign that leads to it. */
  readonly near?: Looks;
  readonly stated?: Looks;
  /** Only what a machine drew, and long. */
  readonly isKey?: boolean;
  /** Keys of networks may be digits alone; the network's name comes before. */
  readonly isNetwork?: boolean;
  /** Whether the word may have an ending. */
  readonly isInflected?: boolean;
}

const verb =
  "is|was|are|were|be|set to|changed? to|to|as|remains|ist|war|lautete?t?|auf|est|était|c'est|c|es|era|é|è|eh|para|jest|na|to|je|byl[oa]?|на|це|это|oldu|olarak|diventa|naar";
/** "… is", "… of the root user was", "… ->", "…:" right before the value. */
const leadsTo = new RegExp(
  `(?:[:=：＝→>—–]|(?:^|[\\s(])(?:-|${verb}):?)[ \\t\\u3000]{0,3}$|[是为為はがを][ \\t]{0,2}$|(?:'s|')[ \\t]$`,
  "i",
);

/** What leads from the word to a value: a verb, a sign or quotation marks; or the value is right beside it. */
type Link = "stated" | "beside" | undefined;

/** A secret in the sentence of a word about secrets: "use … for the root password", "log in as ana with …". */
function detectTold(scan: Scan, start: number, wordEnd: number, says: Says): void {
  const { text } = scan;
  // Most sentences have no such word, which is seen fast.
  if (!hasMark(text, wordEnd, 1, maxLength) && !hasMark(text, start - 1, -1, maxLength)) return;
  const end = wordEnd + suffixLength(text, wordEnd, says);
  if (!isWhole(text, start, end) || text.startsWith("$(", start - 2)) return;
  scan.steps += 32;
  const [after = ""] = text.slice(end, end + maxLength).split(lineBreak, 1);
  let count = 0;
  for (const { 0: word, index } of after.matchAll(run)) {
    const gap = after.slice(0, index);
    const link =
      leadsTo.test(gap) || (count < 3 && /^["'\x60(\u00ab]/.test(word))
        ? "stated"
        : (count === 0 ? /^[ \t]+$/.test(gap) : /, $/.test(gap) && /[,.)]$/.test(word))
          ? "beside"
          : undefined;
    count++;
    // An assignment is read elsewhere.
    if (says.isKey && /^[ \t"'\x60]*[:=][ \t]*$/.test(gap)) break;
    if (says.isNetwork && /ssid\W*$/i.test(gap)) continue;
    if (readWord(scan, word, end + index, says, link, end) || endsSentence(word) || count === maxWords) break;
  }
  const before =
    text
      .slice(Math.max(0, start - maxLength), start)
      .split(lineBreak)
      .at(-1) ?? "";
  for (const { 0: word, index } of [...before.matchAll(run)].slice(-maxWordsBefore).reverse()) {
    if (word.endsWith(".") || readWord(scan, word, start - before.length + index, says, undefined)) break;
  }
}

const minDrawnLetters = 14;

/** Whether the line has a digit, a capital behind a small letter or a sign inside a word, a word of four parts, or a long one. */
function hasMark(text: string, from: number, step: 1 | -1, max: number): boolean {
  let hyphens = 0;
  let letters = 0;
  for (let at = from, count = 0; count < max; at += step, count++) {
    const code = text.charCodeAt(at);
    hyphens = code === 45 ? hyphens + 1 : code <= 32 ? 0 : hyphens;
    letters = code > 64 ? letters + 1 : 0;
    if (hyphens === 3 || letters === minDrawnLetters) return true;
    if (Number.isNaN(code) || code === 10) return false;
    if (code >= 48 && code <= 57) return true;
    if (code >= 65 && code <= 90 && isIn(text.charCodeAt(at - 1), markBits)) return true;
  }
  return false;
}

const markBits = bitOf("lower") | bitOf("tildedash");

/** In many languages words have endings: `parolasını`, `hasłem`. */
const suffixLength = (text: string, end: number, { isInflected, isNetwork }: Says): number =>
  isNetwork
    ? (/^-\p{L}{3,12}/u.exec(text.slice(end, end + 14))?.[0].length ?? 0)
    : isInflected
      ? (/^(?:[a-z\u00c0-\u024f]{1,6}(?![a-z\u00c0-\u024f])|[\u0400-\u04ff]{1,6}(?![\u0400-\u04ff]))/i.exec(
          text.slice(end, end + 7),
        )?.[0].length ?? 0)
      : 0;

/** Not a part of an address, of another word or, but for `PGPASSWORD`, of a name. Scripts without blanks have no borders. */
function isWhole(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) > 0x24f) return true;
  if (/^(?:[a-z\u00c0-\u024f\d_/=@+([{"\x60]|\.\w|-\w|'(?!s |[a-z]{1,6} ))/i.test(text.slice(end, end + 9)))
    return false;
  const isCompound = end - start > 5 && /[A-Z][a-zäöüß]{3,}$/.test(text.slice(Math.max(0, start - 20), start));
  if (isCompound) return true;
  const border = /[A-Z]/.test(text[start] ?? "")
    ? /(?:^|[^\w./"'\x60+=-])[A-Z_]*$/
    : /(?:^|[^\w./"'\x60+=-]|\p{L}-|\b[dl]')$/u;
  return border.test(text.slice(Math.max(0, start - 20), start));
}

/** Whether the search ends here. */
function readWord(scan: Scan, word: string, position: number, says: Says, link: Link, nounEnd = 0): boolean {
  const lead = opening.exec(word)?.[0] ?? "";
  const start = position + lead.length;
  const value = valueIn(word.slice(lead.length), lead.at(-1) ?? "");
  scan.steps += word.length;
  const isSecret = value.length >= 6 && value.length <= maxValue && isTold(scan, value, start, says, link, nounEnd);
  if (isSecret) scan.report("spoken-secret", start, start + value.length);
  return isSecret || isCode(word);
}

/** Up to the quotation mark that closes it, if one opened it: `'…'e` in Turkish. */
function valueIn(rest: string, quote: string): string {
  const end = /["'\x60]/.test(quote) ? rest.indexOf(quote) : -1;
  return end > 0 ? rest.slice(0, end) : rest.replace(closing, "");
}

function isTold(scan: Scan, value: string, start: number, says: Says, link: Link, nounEnd: number): boolean {
  if (!toldCharacters.test(value)) return false;
  if (says.isKey) return link !== undefined && isKey(scan, value, start);
  if (says.near && link && /^\d{6,16}$/.test(value)) return isUnfamiliarNumber(value);
  if (says.isNetwork && link === "stated" && /^\d{8,63}$/.test(value)) return true;
  const looks = looksOf(value);
  if (isSurely(value, looks) || (says.near && isAtLeast(looks, says.near) && isUnlikeNames(value, looks))) return true;
  const isNumbered = /[a-z]{3}.*\d/.test(value) && !/^[A-Z]{2}|[.v]\d+$/.test(value);
  const least = link === "stated" || (link && isNumbered) ? says.stated : link && says.stated && "chosen";
  if (least && isAtLeast(looks, least) && /[A-Za-z]/.test(value) && (says.near || isUnlikeNames(value, looks)))
    return true;
  return (
    isAtLeast(looks, "chosen") &&
    isUnlikeNames(value, looks) &&
    isBehindName(scan.text.slice(Math.max(nounEnd, start - 60), start))
  );
}

/** Letters, digits and signs, without those of code, markup and arithmetic. */
const toldCharacters =
  /^(?![!+*&]|#[a-z]+-|.*(?:\*\*|&#|-!-|\$[A-Z]+\$|%[\dA-F]{2}|:.*:|\.[A-Za-z]{4,}-\d$))[\w\u00c0-\u024f!#$%^&*?~@+.:/-]+={0,2}$/;

const isUnfamiliarNumber = (value: string) =>
  !isPlaceholder(value) && !isDummy(value) && !/^(?:19|20)\d{6}$/.test(value);

const minKey = 16;

function isKey(scan: Scan, value: string, start: number): boolean {
  if (value.length < minKey || !/^[\w.+/=~:-]+$/.test(value) || isPlaceholder(value)) return false;
  if (/^[\da-f-]+$/i.test(value) && (value.length < 32 || value.includes("-"))) return false;
  if (!/\d/.test(value) || /^[a-z]+(?:-[a-z]+)+-[a-z\d]{6,12}$/.test(value)) return false;
  if (/^[\w-]+(?:[./][\w-]+)+$/.test(value) && value.length < 40) return false;
  return scan.isDrawn(start, start + value.length);
}

/** `deploy / `, `ana@corp.test:`, `(editor, `. */
const isBehindName = (before: string) =>
  /(?:^|[\s"'\x60*(：:])[\w.@+\\-]{2,60}(?: ?[/|／] ?|:|[ ]{1,2}(?:and|und|y|et|e|i|a|и|та|ve|en|و)[ ])["'\x60*]{0,3}$|@[\w.-]+ \p{L}{1,5} $|\([\w.@-]{2,60}, $/u.test(
    before,
  );

const told = (nouns: readonly string[], says: Says): Detector => ({
  words: nouns,
  detect: (scan, start, end) => detectTold(scan, start, end, says),
});

const wordsOf = (is: (name: SecretName) => boolean) =>
  [...secretNames].filter(([, name]) => name.kind === "password" && is(name)).map(([word]) => word);

export const toldSecrets: readonly Detector[] = [
  told(
    wordsOf(({ isWhole }) => !isWhole),
    { near: "chosen", stated: "name", isInflected: true },
  ),
  told(
    wordsOf(({ isWhole, isOrdinary }) => isWhole === true && !isOrdinary),
    { near: "chosen", stated: "name" },
  ),
  told(
    wordsOf(({ isOrdinary }) => isOrdinary === true),
    { stated: "chosen" },
  ),
  told(words.networks, { near: "chosen", stated: "name", isNetwork: true }),
  told(words.entering, {}),
  told(words.keys, { isKey: true, isInflected: true }),
];
