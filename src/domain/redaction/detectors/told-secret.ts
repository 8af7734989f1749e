import { classifyValue, isPasswordLike, isTold } from "../heuristics/classify-value.js";
import { enteringWords, secretNames } from "../rules/secret-names.js";
import type { Detector, Scan } from "../scan/scan.js";

/** How far from its word a secret may be told, in words of the same sentence. */
const maxWords = 10;
const maxWordsBefore = 6;
const maxLength = 120;
/** So far behind the word for a password, words with hyphens are a passphrase, and no name. */
const maxWordsToPhrase = 3;

/** A password is Latin letters, digits and signs, in whatever script its sentence is. */
const run = /[\x21-\x7e\u00c0-\u024f]+/g;
const lineBreak = /\n|\\n/;
/** Code between a word and a value says that no one tells anything. */
const isCode = (word: string) => /[[\](){}<>=;\\]|::|\/\/|\w\.\w*\(/.test(word);
const endsSentence = (word: string) => /[.!]["')]*$/.test(word);

/** `(admin`, `"ana:…"`, `admin/…`: what is around the value in its word. */
const opening = /^["'\x60*(]*(?:[\w.@+-]{2,40}[/:|](?!\/))?["'\x60*]*/;
const closing = /["'\x60*).,;:?]*$/;

/** What else than the surest values counts in the sentence of a word. */
interface Kinds {
  /** Words with hyphens right behind it. */
  readonly phrase: boolean;
  /** The value behind a name: `deploy / …`, `deploy:…`. */
  readonly paired: boolean;
}

/** A secret somewhere in the sentence of a word about passwords: "use … for the root password", "log in as ana with …". */
function detectTold(scan: Scan, start: number, end: number, kinds: Kinds): void {
  const { text } = scan;
  if (!isWhole(text, start, end)) return;
  scan.steps += 32;
  const [after = ""] = text.slice(end, end + maxLength).split(lineBreak, 1);
  let count = 0;
  for (const { 0: word, index } of after.matchAll(run)) {
    const phrase = ++count <= maxWordsToPhrase && kinds.phrase;
    if (readWord(scan, word, end + index, { ...kinds, phrase }) || endsSentence(word) || count === maxWords) break;
  }
  const before =
    text
      .slice(Math.max(0, start - maxLength), start)
      .split(lineBreak)
      .at(-1) ?? "";
  const behind = { ...kinds, phrase: false };
  for (const { 0: word, index } of [...before.matchAll(run)].slice(-maxWordsBefore).reverse()) {
    if (word.endsWith(".") || readWord(scan, word, start - before.length + index, behind) || endsSentence(word)) break;
  }
}

/** Not a part of an address, of another word or, but for `PGPASSWORD`, of a name. Scripts without blanks have no borders. */
function isWhole(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) > 0x24f) return true;
  if (/^(?:[\w/=([{"\x60]|\.\w|'(?!s ))/.test(text.slice(end, end + 3))) return false;
  const border = /[A-Z]/.test(text[start] ?? "") ? /(?:^|[^\w./"'\x60-])[A-Z_]*$/ : /(?:^|[^\w./"'\x60-])$/;
  return border.test(text.slice(Math.max(0, start - 20), start));
}

/** Whether the search ends here. */
function readWord(scan: Scan, word: string, position: number, { phrase, paired }: Kinds): boolean {
  const from = opening.exec(word)?.[0].length ?? 0;
  const start = position + from;
  const value = word.slice(from).replace(closing, "");
  scan.steps += word.length;
  const isSecret =
    isTold(value) ||
    (phrase && classifyValue(value) === "passphrase") ||
    (paired && isPaired(value, scan.text.slice(Math.max(0, start - 48), start)));
  if (isSecret) scan.report("spoken-secret", start, start + value.length);
  return isSecret || isCode(value);
}

const isPaired = (value: string, before: string) =>
  /^[\w!#$%^&*~@+.-]+$/.test(value) &&
  isPasswordLike(value, "near") &&
  /(?:^|[\s"'\x60*(])[\w.@+-]{2,40}(?: ?[/|] ?|:)["'\x60*]{0,3}$/.test(before);

const told = (words: readonly string[], kinds: Kinds): Detector => ({
  words,
  detect: (scan, start, end) => detectTold(scan, start, end, kinds),
});

/** `ana@corp.test / …`: a name and its password need no word that says so. */
const pair: Detector = {
  words: [" / ", " : ", " | "],
  detect(scan, start, end) {
    const before = scan.text.slice(Math.max(0, start - 100), start);
    const [, name = "", host] = /(?:^|[\s"'\x60*(（：:])([\w.+-]{2,40})(@[\w.-]{4,60})?$/.exec(before) ?? [];
    if (name === "" || (host === undefined && scan.text[end - 2] !== "/")) return;
    const value = (
      /^["'\x60*]*([\x21-\x7e\u00c0-\u024f]{6,64})/.exec(scan.text.slice(end, end + 80))?.[1] ?? ""
    ).replace(closing, "");
    const isKnown = host !== undefined || /^(?:admin(?:istrator)?|root|user|guest|demo|deploy)$/i.test(name);
    if (!(isKnown ? isPasswordLike(value, "near") && !isCode(value) : isTold(value))) return;
    const from = scan.text.indexOf(value, end);
    scan.report("spoken-secret", from, from + value.length);
  },
};

const passwordWords = [...secretNames].filter(([, { kind }]) => kind === "password");
const isOrdinary = ([, name]: (typeof passwordWords)[number]) => name.isOrdinary === true;
const wordOf = ([word]: (typeof passwordWords)[number]) => word;

export const toldSecrets: readonly Detector[] = [
  told(passwordWords.filter((name) => !isOrdinary(name)).map(wordOf), { phrase: true, paired: true }),
  told(passwordWords.filter(isOrdinary).map(wordOf), { phrase: false, paired: false }),
  told(enteringWords, { phrase: false, paired: true }),
  pair,
];
