import { unspacedScript } from "../../../base/text/tokens.js";

// Letters of scripts with spaces; a name inside Chinese text ends where the other script begins.
const letter = String.raw`(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}])[\p{L}\p{M}]`;
const term = new RegExp(`(?:${letter}|[\\p{N}_$@#~/\\\\.-])(?:${letter}|[\\p{N}_$@#./\\\\:~+%*'’-]|\\(\\))*`, "gu");
const edge = /^[:(),'’]+|[.'’:(),!?*-]+$/gu;
const sentenceStart = /(?:^|[.!?:;。！？：]["”»)]?\s+|[。！？]|["“«(]\s*)$/u;

/** Emphasis and words that every text may use. */
const plainCapitals = new Set(
  "A I OK NOT NEVER ALWAYS ONLY MUST DO AND OR NO API URL UI ID OS I'm I'll I'd I've".split(" "),
);
const joinedWords = new Set(["and/or", "or/and", "he/she", "his/her", "w/o", "n/a"]);
const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

const germanWords =
  /(?:^|\s)(?:der|die|das|den|dem|ein|eine|und|nicht|ist|sind|wird|werden|mit|für|statt|nur|kein|keine)(?=\s)/giu;
/** Before a name, not before a noun with its article. */
const germanBeforeName =
  /(?:^|\s)(?:mit|bei|von|nach|für|über|auf|statt|ohne|durch|gegen|als|und|oder|in|an|zu|nutzt|heißt)\s+$/iu;

/**
 * Numbers, paths, identifiers, code and proper names of a text that do not occur in its source: what a model may have
 * invented. Proper names are capitalized words within a sentence.
 */
export function ungroundedTerms(written: string, source: string): string[] {
  const text = written.replace(/(?<=\p{N}),(?=\p{N}{3})/gu, "");
  const index = sourceIndex(source);
  const isGerman = (text.match(germanWords) ?? []).length >= 2;
  const isUnspaced = unspacedScript.test(text);
  const spans = [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span).filter((span) => !index.contains(span));
  const terms = [...text.replaceAll("`", " ").matchAll(term)].flatMap(({ 0: raw, index: at }) => {
    const word = raw.replace(edge, "").replace(/['’]s$/u, "");
    const before = text.replaceAll("`", " ").slice(0, at);
    const isNamed = () => {
      if (!/^\p{Lu}/u.test(word)) return isUnspaced && /^[A-Za-z]{2}/.test(word);
      if (sentenceStart.test(before)) return isUnspaced;
      return !isGerman || germanBeforeName.test(before);
    };
    if (!/[\p{L}\p{N}]/u.test(word) || plainCapitals.has(word)) return [];
    if (/^[~+-]?\p{N}/u.test(word)) return index.hasNumber(word) ? [] : [word];
    if (code.test(word)) return isGroundedCode(word, index) ? [] : [word];
    return !isNamed() || index.hasName(word) ? [] : [word];
  });
  return [...new Set([...spans, ...terms])];
}

/** A path, an identifier, a flag, a call, an acronym, or a word with a digit. */
const code =
  /[/\\_$@#]|\p{N}|\p{L}\.\p{L}{2}|\p{L}[:]{1,2}\p{L}|^--?\p{L}|^\.\p{L}|\(\)|\p{Ll}\p{Lu}|^\p{Lu}{2,}s?$|^\p{Lu}{2,}-/u;

function isGroundedCode(word: string, index: SourceIndex): boolean {
  if (joinedWords.has(word.toLowerCase()) || index.contains(word)) return true;
  // `T001-T012` is a range, `AvatarButton-only` a compound, `cookies().get` a call of a call.
  const joined = word.split(/-|\(\)\.?/u).filter(Boolean);
  if (joined.length > 1 && joined.every((part) => index.contains(part))) return true;
  const parts = word.split(/\/|(?<=[\p{L}\p{N}_]{5})\.(?=[\p{L}\p{N}_]{5})/u).filter(Boolean);
  // `dev/prod` is two words, not a path.
  if (parts.length > 1 && parts.every((part) => /^\p{L}+$/u.test(part))) return parts.every(index.hasName);
  // A folder and a file in it, a table and its column are often named apart.
  if (parts.length > 1 && parts.every(index.contains)) return true;
  if (/^\p{Lu}{2,}s$/u.test(word)) return index.contains(word.slice(0, -1));
  // `S00x` and `T*` stand for names that differ at the end.
  const prefix = /^(\p{L}\p{N}*)(?:x+|\*)$/u.exec(word)?.[1];
  return prefix !== undefined && index.hasPrefix(prefix);
}

const maxEnding = 4;
const minStem = 5;

type SourceIndex = ReturnType<typeof sourceIndex>;

function sourceIndex(source: string) {
  const text = normalize(source);
  const words = new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  // "It is 10." ends like the mark of a list.
  const numbers = new Set(source.match(/\p{N}+(?:[.,]\p{N}+)*/gu) ?? []);
  /** As written, ignoring case, markup and white space, and not within a longer word. */
  const contains = (part: string): boolean => occursIn(text, normalize(part));
  return {
    contains,
    hasNumber(word: string): boolean {
      if (contains(word) || contains(word.replace(/^[~+-]|[%]$/g, "")) || numbers.has(word)) return true;
      if (/\p{N}[/-]\p{N}/u.test(word)) return word.split(/[/-]/).every(contains);
      const spelled = numberWords[Number(word)];
      return spelled !== undefined && words.has(spelled);
    },
    /** Whether a word that has a digit begins so. */
    hasPrefix(prefix: string): boolean {
      const start = normalize(prefix);
      for (const word of words) if (word.startsWith(start) && /\p{N}/u.test(word.slice(1))) return true;
      return false;
    },
    /** Also in another form: `Postgres` for `PostgreSQL`. */
    hasName(word: string): boolean {
      const name = normalize(word).replace(/['’]$/, "");
      return contains(name) || name.split("-").every((part) => hasForm(words, part));
    },
  };
}

function hasForm(words: ReadonlySet<string>, name: string): boolean {
  if (words.has(name)) return true;
  for (const word of words) {
    const [short, long] = word.length < name.length ? [word, name] : [name, word];
    if (short.length >= minStem && long.length - short.length <= maxEnding && long.startsWith(short)) return true;
  }
  return false;
}

/** Whether a part occurs, not within a longer word or number. Both are normalized. */
export function occursIn(text: string, part: string): boolean {
  if (part === "") return false;
  const isInside = (char: string | undefined, next: string | undefined) =>
    char !== undefined && next !== undefined && isWordChar(char) && isWordChar(next);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    const isCutNumber = /\p{N}$/u.test(part) && /^[.,]\p{N}/u.test(text.slice(end, end + 2));
    if (!isInside(text[at - 1], part[0]) && !isInside(part.at(-1), text[end]) && !isCutNumber) return true;
  }
  return false;
}

const isWordChar = (char: string): boolean => /[\p{L}\p{N}]/u.test(char) && !unspacedScript.test(char);

/** Also within a line: who quotes a list writes its items one after the other. */
const listMarks = /(?<=^|\s)(?:[-+•>|]|\d{1,2}[.)]|#{1,6}|\[[ x]\]|\p{Extended_Pictographic}\uFE0F?)(?=\s|$)/gmu;

/** Without what differs between a text and its quotation: case, white space, marks of Markdown, kinds of quotes and dashes. */
export const normalize = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[*`]+|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, "")
    .replace(listMarks, " ")
    .replace(/(?<=\p{N}),(?=\p{N}{3})/gu, "")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
