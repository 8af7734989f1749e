import words from "../../../../data/secret-words.json" with { type: "json" };
import { isPlaceholder } from "../heuristics/is-placeholder.js";
import { bitsEach, isAtLeast, isJumbled, isJumbledLetters, type Looks, looksOf } from "../heuristics/looks.js";
import { type SecretName, secretNames } from "../rules/secret-names.js";
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
const opening = /^(?:["'\x60(\u00ab]|\*\*)*(?:[\w.@+-]{2,40}(?:[/|](?!\/)|:(?!\/|\d{1,5}(?!\w))))?(?:["'\x60\u00ab]|\*\*)*/;
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
const leadsTo = new RegExp(`(?:[:=：＝→>—–]|(?:^|[\\s(])(?:-|${verb}):?)[ \\t\\u3000]{0,3}$|[是为為はがを][ \\t]{0,2}$|(?:'s|')[ \\t]$`, "i");

/** What leads from the word to a value: a verb, a sign or quotation marks; or the value is right beside it. */
type Link = "stated" | "beside" | undefined;

/** A secret in the sentence of a word about secrets: "use … for the root password", "log in as ana with …". */
function detectTold(scan: Scan, start: number, wordEnd: number, says: Says): void {
  const { text } = scan;
  const end = wordEnd + suffixLength(text, wordEnd, says);
  if (!isWhole(text, start, end) || text.startsWith("$(", start - 2)) return;
  scan.steps += 32;
  if (says.near === "chosen" && (readNextLine(scan, end) || readQuoted(scan, end))) return;
  const [after = ""] = text.slice(end, end + maxLength).split(lineBreak, 1);
  let count = 0;
  for (const { 0: word, index } of after.matchAll(run)) {
    const gap = after.slice(0, index);
    const link =
      leadsTo.test(gap) || (count < 3 && /^["'\x60(\u00ab]/.test(word)) ? "stated" :
      (count === 0 ? /^[ \t]+$/.test(gap) : /, $/.test(gap) && /[,.)]$/.test(word)) ? "beside" : undefined;
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

/** `password is "Our Dog Rex 2017"`: with blanks, which no name has. */
function readQuoted(scan: Scan, end: number): boolean {
  const [head = "", value = ""] =
    /^(?:[^"\n\\]{0,40}[ ](?:is|was|to|ist|lautet|est|es|é|è|jest|je)|\s{0,3}[:=：])[ ]{0,3}["\x60«„“] ?((?:[\p{L}\d!?#*&-]+ ){1,8}[\p{L}\d!?#*&-]*\d[\p{L}\d!?#*&-]*) ?["\x60»“”]/u.exec(
      scan.text.slice(end, end + 160),
    ) ?? [];
  if (value === "") return false;
  const from = end + head.lastIndexOf(value);
  scan.report("spoken-secret", from, from + value.length);
  return true;
}

/** "here is the password:", and the value alone in the next line. */
function readNextLine(scan: Scan, end: number): boolean {
  const [gap = "", value = ""] =
    /^[^\n\\:：]{0,40}[:：]\s{0,3}(?:\r?\n|\\n){1,2}[ \t]{0,8}["'\x60]?([\x21-\x7e]{6,128})["'\x60]?[ \t]*(?=\r?\n|\\n|$)/.exec(
      scan.text.slice(end, end + 200),
    ) ?? [];
  if (value === "" || !toldCharacters.test(value) || /[:=]$/.test(value)) return false;
  const isSecret = isAtLeast(looksOf(value), "chosen");
  if (isSecret) scan.report("spoken-secret", end + gap.lastIndexOf(value), end + gap.lastIndexOf(value) + value.length);
  return isSecret;
}

/** In many languages words have endings: `parolasını`, `hasłem`. */
const suffixLength = (text: string, end: number, { isInflected, isNetwork }: Says): number =>
  isNetwork ? (/^-\p{L}{3,12}/u.exec(text.slice(end, end + 14))?.[0].length ?? 0) :
  isInflected ? (/^(?:[a-z\u00c0-\u024f]{1,6}(?![a-z\u00c0-\u024f])|[\u0400-\u04ff]{1,6}(?![\u0400-\u04ff]))/i.exec(text.slice(end, end + 7))?.[0].length ?? 0) : 0;

/** Not a part of an address, of another word or, but for `PGPASSWORD`, of a name. Scripts without blanks have no borders. */
function isWhole(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) > 0x24f) return true;
  if (/^(?:[a-z\u00c0-\u024f\d_/=@+([{"\x60]|\.\w|-\w|'(?!s |[a-z]{1,6} ))/i.test(text.slice(end, end + 9))) return false;
  const isCompound = end - start > 5 && /[A-Z][a-zäöüß]{3,}$/.test(text.slice(Math.max(0, start - 20), start));
  if (isCompound) return true;
  const border = /[A-Z]/.test(text[start] ?? "") ? /(?:^|[^\w./"'\x60+=-])[A-Z_]*$/ : /(?:^|[^\w./"'\x60+=-]|\p{L}-|\b[dl]')$/u;
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
  if (says.isNetwork && link === "stated" && /^\d{8,63}$/.test(value)) return true;
  const looks = looksOf(value);
  if (isSurely(value, looks) || (says.near && isAtLeast(looks, says.near) && isUnlikeNames(value, looks))) return true;
  const isNumbered = /[a-z]{3}.*\d/.test(value) && !/^[A-Z]{2}|[.v]\d+$/.test(value);
  const least = link === "stated" || (link && isNumbered) ? says.stated : link && says.stated && "chosen";
  if (least && isAtLeast(looks, least) && /[A-Za-z]/.test(value) && (says.near || isUnlikeNames(value, looks))) return true;
  return (
    isAtLeast(looks, "chosen") &&
    isUnlikeNames(value, looks) &&
    isBehindName(scan.text.slice(Math.max(nounEnd, start - 60), start))
  );
}

/** Letters, digits and signs, without those of code, markup and arithmetic. */
const toldCharacters =
  /^(?![!+*&]|.*(?:\*\*|&#|-!-|\$[A-Z]+\$|%[\dA-F]{2}|:.*:|\.[A-Za-z]{4,}-\d$))[\w\u00c0-\u024f!#$%^&*?~@+.:/-]+={0,2}$/;

const nameLike = /[@+:/=]|^\W|#|^[A-Z][a-z]+\d{2,3}$|^\d+[a-z]+$|^(?:[a-z]+\d+|id|external)[-_][a-z]+/;

const isUnlikeNames = (value: string, looks: Looks) =>
  (/\d/.test(value) && !nameLike.test(value)) || (looks === "drawn" && /[a-z].*[A-Z]/.test(value) && isJumbledLetters(value));

const maxDrawn = 24;
const minSurely = 9;

/** Can be nothing else: letters, digits and a sign that names do not have, words with a capital and a number, or short and drawn. */
function isSurely(value: string, looks: Looks): boolean {
  if (!isAtLeast(looks, "chosen") || !/\d/.test(value) || /[:/=]/.test(value)) return false;
  if (/[^\w.@+-]/.test(value)) return /[A-Za-z]{2}/.test(value);
  if (/^(?=.*[A-Z][a-z])(?:[A-Za-z]{3,12}[-_.]){2,4}\d{1,6}$|^[A-Z][a-z]{3,12}[-_]\d{4,6}$/.test(value)) return true;
  return value.length <= maxDrawn && /[a-z]/.test(value) && /[A-Z]/.test(value) && (isJumbled(value) || (value.length >= minSurely && /^\w+$/.test(value) && bitsEach(value) >= 6));
}

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
  /(?:^|[\s"'\x60*(：:])[\w.@+\\-]{2,60}(?: ?[/|／] ?|:|[ ]{1,2}(?:and|und|y|et|e|i|a|и|та|ve|en|و)[ ])["'\x60*]{0,3}$|@[\w.-]+ \p{L}{1,5} $|\([\w.@-]{2,60}, $/u.test(before);

const told = (nouns: readonly string[], says: Says): Detector => ({
  words: nouns,
  detect: (scan, start, end) => detectTold(scan, start, end, says),
});

/** `ana@corp.test / …`, `host / CORP\adm / …`: a name and its password need no word that says so. */
const pair: Detector = {
  words: [" / ", " : ", " | ", "／", "admin:", "root:"],
  detect(scan, start, end) {
    const before = scan.text.slice(Math.max(0, start - 100), start);
    const [, lead = "", name = "", host] =
      /(^|[\s"'\x60*(（：:])([\w.+\\-]{2,40})(@[\w.-]{4,60})?$/.exec(before) ?? [];
    const sign = scan.text.slice(start, end).trim();
    if (/\w:$/.test(sign)) return readKnownUser(scan, start, end);
    if (name === "" || (host === undefined && sign !== "/" && sign !== "／")) return;
    const [head = "", found = ""] = /^["'\x60*]*([\x21-\x7e\u00c0-\u024f]{6,64})/.exec(scan.text.slice(end, end + 80)) ?? [];
    const value = found.replace(closing, "");
    if (isCode(value)) return;
    const isKnown =
      host !== undefined ||
      /^(?:admin(?:istrator)?|root|user|guest|demo|deploy\w*|editor|test|support)$/i.test(name) ||
      name.includes("\\") ||
      /[:：]$/.test(`${before.slice(0, before.length - name.length)}${lead}`.trim());
    const looks = looksOf(value);
    if (!(isKnown ? isAtLeast(looks, "chosen") && isUnlikeNames(value.replace(/[#@+]/g, ""), looks) : isSurely(value, looks))) return;
    const from = end + head.length - found.length;
    scan.report("spoken-secret", from, from + value.length);
  },
};

/** `admin:…` between blanks. */
function readKnownUser(scan: Scan, start: number, end: number): void {
  const value = (/^[\w!#$%^&*?~.-]{8,64}(?=[\s,.;)"'\x60]|$)/.exec(scan.text.slice(end, end + 70))?.[0] ?? "").replace(closing, "");
  if (!/(?:^|[\s"'\x60(])$/.test(scan.text.slice(Math.max(0, start - 1), start))) return;
  if (isAtLeast(looksOf(value), "chosen") && /\d/.test(value)) scan.report("spoken-secret", end, end + value.length);
}

/** "PIN 4711", "recovery code: 1046 1499": numbers, perhaps in groups. */
const code: Detector = {
  words: words.codes,
  detect(scan, start, end) {
    if (!isWhole(scan.text, start, end)) return;
    scan.steps += 32;
    const [after = ""] = scan.text.slice(end, end + 80).split(lineBreak, 1);
    const [lead = "", value = ""] =
      /^[^\d\n=()[\]{}<>;]{0,50}?(?<![\w.#/-])((?:\d{4,12}|[A-Z\d]{4,8}(?:[- ][A-Z\d]{4,8})+|[a-z\d]{4,8}(?:-[a-z\d]{4,8})+)(?:[ -]\d{3,6}){0,3})(?![\w./:%-])/.exec(after) ?? [];
    if (!/\d{3}/.test(value.replace(/[- ]/g, "")) || /^(?:19|20)\d\d$/.test(value) || value.length < 4) return;
    const from = end + lead.length - value.length;
    scan.report("told-code", from, from + value.length);
  },
};

/** "passphrase: seven brittle lanterns under glass": words, hardly one of them a short one as in a sentence. */
const phrase: Detector = {
  words: words.phrases,
  detect(scan, start, end) {
    if (!isWhole(scan.text, start, end)) return;
    scan.steps += 64;
    const [after = ""] = scan.text.slice(end, end + 300).split(lineBreak, 1);
    const quoted = /^[^"'\x60«„“]{0,60}["'\x60«„“] ?((?:[\p{L}\d'-]+ ){1,24}[\p{L}\d'-]+) ?["'\x60»“”]/u.exec(after);
    const spoken = /^(?:[^:—–]{0,60}[:—–]|.{0,60}?[ ](?:is|was|est|es|é|è|ist|lautet|jest|je|is|это|це|oldu) ) ?((?:[\p{L}\d]+ ){1,24}[\p{L}\d]+)(?=[,.;!?]|$)/u.exec(after);
    const found = quoted ?? spoken;
    const value = found?.[1] ?? "";
    if (!found || !isPhrase(value, quoted !== null)) return;
    const from = end + found.index + found[0].lastIndexOf(value);
    scan.report("told-phrase", from, from + value.length);
  },
};

function isPhrase(value: string, isQuoted: boolean): boolean {
  const list = value.split(" ");
  if (/pass|phrase|secret|key|parol|mot de/i.test(value) || isPlaceholder(value)) return false;
  const short = list.filter((word) => word.length < 4).length;
  return list.length >= (isQuoted ? 2 : 4) && short * 5 <= list.length;
}

const wordsOf = (is: (name: SecretName) => boolean) =>
  [...secretNames].filter(([, name]) => name.kind === "password" && is(name)).map(([word]) => word);

export const toldSecrets: readonly Detector[] = [
  told(wordsOf(({ isWhole }) => !isWhole), { near: "chosen", stated: "name", isInflected: true }),
  told(wordsOf(({ isWhole, isOrdinary }) => isWhole === true && !isOrdinary), { near: "chosen", stated: "name" }),
  told(wordsOf(({ isOrdinary }) => isOrdinary === true), { stated: "chosen" }),
  told(words.networks, { near: "chosen", stated: "name", isNetwork: true }),
  told(words.entering, {}),
  told(words.keys, { isKey: true, isInflected: true }),
  pair,
  code,
  phrase,
];
