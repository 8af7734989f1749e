// The tokenizer of full-text search. Both databases index these tokens, so that they find the same documents (decision 0020).
import { stem } from "./stem.js";

/** Increase it whenever the same text gives other tokens: an index written with another version is rebuilt. */
export const tokensVersion = 2;

/** The archive contract's stop words: too common to tell documents apart, so they are neither indexed nor queried. */
export const stopWords: ReadonlySet<string> = new Set(
  `the a an and or but in on at to for of with by from as is was are were be been being have has had do does did will
  would should could can may might must this that these those i you he she it we they them what which who whom how when
  where why`.split(/\s+/),
);

/** Longer runs are data (base64, minified code): no query contains them, and they would fill the vocabulary. */
export const maxTokenLength = 64;
// The same as `compounds` for ASCII, several times as fast.
const asciiCompounds = /[A-Za-z0-9_]+(?:[.\-/\\:@#+']+[A-Za-z0-9_]+)*/g;
const compounds = /[\p{L}\p{M}\p{N}_]+(?:[.\-/\\:@#+']+[\p{L}\p{M}\p{N}_]+)*/gu;
const wordsOfCompound = /[\p{L}\p{M}\p{N}]+/gu;
const humps = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{N})(?=\p{Lu}\p{Ll})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
// Scripts written without spaces between words, with the marks that several of them share.
const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}`;
export const unspacedScript = new RegExp(`[${unspaced}]`, "u");
/** `PostgreSQLを使う` is a name and a phrase. */
const runsOfScript = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, "gu");
const isAscii = /^[\0-\x7f]*$/;

/**
 * The tokens of a text in order: words in lower case without accents and stemmed, parts of identifiers, and identifiers
 * and paths whole with `_` for their punctuation. Only letters, digits and `_` occur, so no token is query syntax.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (const compound of compoundsOf(text)) for (const token of tokensOfCompound(compound)) tokens.push(token);
  return tokens;
}

// Texts repeat their words, so most tokens come from this cache.
const tokenCache = new Map<string, readonly string[]>();
const maxCachedWords = 65_536;

/** The tokens of one compound: a run of characters between spaces and most punctuation. */
export function tokensOfCompound(compound: string): readonly string[] {
  const cached = tokenCache.get(compound);
  if (cached) return cached;
  const tokens: string[] = [];
  if (compound.length > maxTokenLength) {
    addCompound(compound, tokens);
    return tokens;
  }
  const copy = copyString(compound);
  if (isPlainWord.test(copy)) addPart(copy, tokens);
  else addCompound(copy, tokens);
  if (tokenCache.size >= maxCachedWords) tokenCache.clear();
  tokenCache.set(copy, tokens);
  return tokens;
}

const isPlainWord = /^[a-z]+$/;

function compoundsOf(text: string): readonly string[] {
  if (isAscii.test(text)) return text.match(asciiCompounds) ?? [];
  return withoutAccents(text).match(compounds) ?? [];
}

const withoutAccents = (text: string): string =>
  text
    .replaceAll("’", "'")
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC");

// In `can't` and `doesn't` only auxiliaries are negated; the endings of `it's` and `we'll` are others.
const contraction = /^\p{L}+n't$|'(?:s|re|ll|ve|d|m)$/iu;

function addCompound(text: string, tokens: string[]): void {
  const compound = text.includes("'") ? text.replace(contraction, "") : text;
  const words = compound.match(wordsOfCompound) ?? [];
  for (const word of words) addWord(word, tokens);
  if (words.length < 2) return;
  add(words.join("_").toLowerCase(), tokens);
  // People search for a file by its name more often than by its whole path.
  if (words.length > 2 && compound.includes("/")) {
    const name = compound.slice(compound.lastIndexOf("/") + 1).match(wordsOfCompound) ?? [];
    if (name.length > 1) add(name.join("_").toLowerCase(), tokens);
  }
}

function addWord(word: string, tokens: string[]): void {
  if (!unspacedScript.test(word)) {
    addSpacedWord(word, tokens);
    return;
  }
  for (const run of word.match(runsOfScript) ?? []) {
    if (unspacedScript.test(run)) addPairs([...run.toLowerCase()], tokens);
    else addSpacedWord(run, tokens);
  }
}

function addSpacedWord(word: string, tokens: string[]): void {
  const parts = word.split(humps);
  for (const part of parts) addPart(part.toLowerCase(), tokens);
  if (parts.length > 1) add(word.toLowerCase(), tokens);
}

function addPart(word: string, tokens: string[]): void {
  if (!stopWords.has(word)) add(stemOf(word), tokens);
}

/** Each character and each pair of adjacent ones, so that a word of two characters is found inside a sentence. */
function addPairs(characters: readonly string[], tokens: string[]): void {
  characters.forEach((character, i) => {
    add(character, tokens);
    const next = characters[i + 1];
    if (next !== undefined) add(character + next, tokens);
  });
}

function add(token: string, tokens: string[]): void {
  if (token.length <= maxTokenLength) tokens.push(token);
}

const stemCache = new Map<string, string>();
const maxCachedStems = 65_536;

/** The stem of a lower-case ASCII word; any other text is returned as it is. */
export function stemOf(word: string): string {
  const cached = stemCache.get(word);
  if (cached !== undefined) return cached;
  const stemmed = isPlainWord.test(word) ? stem(word) : word;
  if (stemCache.size >= maxCachedStems) stemCache.clear();
  stemCache.set(word, stemmed);
  return stemmed;
}

/** A copy that shares no memory: V8's sliced strings keep the whole string they were cut from alive. */
const copyString = (text: string): string => (text.length < minSlicedLength ? text : Buffer.from(text).toString());

/** V8 always copies shorter slices. */
const minSlicedLength = 13;
