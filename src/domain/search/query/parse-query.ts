import { tokensOf, unspaced } from "../../../base/text/tokens.js";
import { isFillerWord } from "./filler-words.js";
import { type Period, readDates } from "./query-dates.js";
import { reduceQuery } from "./reduce-query.js";
import { synonymsOf } from "./synonyms.js";

export interface QueryTerm {
  readonly token: string;
  /** Tokens that stand for the same thing and count less. */
  readonly synonyms: readonly string[];
  /** Stands for all tokens that begin with it. */
  readonly isPrefix: boolean;
  /** An identifier, a number, a code: typed because exactly this was meant. */
  readonly isExact: boolean;
  /** An identifier of several parts, which are terms themselves. */
  readonly isWhole: boolean;
  /** The last word while it is typed, or a part of it: maybe only the beginning of what is meant. */
  readonly isIncomplete?: boolean;
  readonly weight: number;
}

export interface ParsedQuery {
  /** What a model should read: without the first letters of a word that is still typed. */
  readonly text: string;
  /** The words as they were typed, all of them. */
  readonly typed: string;
  /** A title that is one of these, `normalized`, is just what was asked. */
  readonly titles: readonly string[];
  readonly terms: readonly QueryTerm[];
  /** Quoted wordings, in lower case with single spaces. */
  readonly phrases: readonly string[];
  /** True when the whole query is quoted: then nothing else will do. */
  readonly isVerbatim: boolean;
  /** Tokens that a hit must not have. */
  readonly none: readonly string[];
  readonly period: Period | undefined;
  /** True when only parts of a long text are looked for. */
  readonly isReduced: boolean;
}

const maxTerms = 48;
const asideWeight = 0.3;
const weakWeight = 0.25;

/** So few letters may be the beginning of anything. */
export const fewLetters = 2;

/**
 * Understands a query without a model; times in it only when `today` is given. Nothing in it is syntax that could fail:
 * what makes no sense is read as words. While somebody types, what stands at the very end may not be a whole word yet.
 */
export function parseQuery(query: string, today: Date | undefined, isTyping = false): ParsedQuery {
  const { main, aside } = reduceQuery(withoutControls(query));
  const { text, period } = today ? readDates(main, today) : { text: main, period: undefined };
  const { rest, phrases, negated } = takeOperators(text);
  const last = isTyping && aside === "" ? incompleteWord(query, rest) : "";
  const before = [rest.slice(0, rest.length - last.length), ...phrases].join(" ").trim();
  const typed = [rest, ...phrases].join(" ").trim() || text;
  const finished = termsOf(before, 1);
  const toRead = last.length <= fewLetters && finished.length > 0 ? before : typed;
  const terms = [...finished, ...incompleteTerms(last), ...termsOf(aside, asideWeight)];
  const none = terms.length > 0 ? negated.flatMap(tokensOf) : [];
  return {
    text: toRead,
    typed,
    terms: distinct(terms).slice(0, maxTerms),
    titles: [...new Set([typed, toRead].map(normalized))].filter(Boolean),
    phrases: phrases.map(normalized).filter((phrase) => phrase.includes(" ")),
    isVerbatim: phrases.length > 0 && rest.trim() === "",
    none: [...new Set(none)],
    period,
    isReduced: aside !== "",
  };
}

/** The form in which phrases are compared with texts. */
export const normalized = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const withoutControls = (text: string) => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, " ");

function takeOperators(text: string): { rest: string; phrases: string[]; negated: string[] } {
  const phrases: string[] = [];
  const negated: string[] = [];
  const unquoted = text.replace(
    /(^|\s)(-?)"([^"\n]+)"(?=[\s.,;:!?]|$)/g,
    (_, space: string, minus: string, phrase: string) => {
      (minus ? negated : phrases).push(phrase);
      return space;
    },
  );
  // A minus with two letters or fewer is an option of a command: `tar -xf`, `git rebase -i`.
  const rest = unquoted.replace(
    /(^|\s)(?:-|NOT )(\p{L}[\p{L}\p{N}_]{2,})(?=\s|$)/gu,
    (_, space: string, word: string) => {
      negated.push(word);
      return space;
    },
  );
  // When nothing would be left, the minus was not meant as one.
  if (rest.trim() === "" && phrases.length === 0) return { rest: text, phrases: [], negated: [] };
  return { rest, phrases, negated };
}

/** What stands at the end of a query as it was typed, unless that was taken for a time or left out. */
function incompleteWord(query: string, rest: string): string {
  const [last = ""] = /\S*[\p{L}\p{N}_]$/u.exec(query) ?? [];
  // Signs of these scripts are words by themselves.
  return rest.endsWith(last) && !unspaced.test(last) ? last : "";
}

/** Of `src/pool.t` the parts before the last are whole words; the last one and the name as a whole may go on. */
function incompleteTerms(word: string): QueryTerm[] {
  const terms = termsOf(word, 1);
  const lastPart = terms.findLastIndex(({ isWhole }) => !isWhole);
  return terms.map((one, i) => (one.isWhole || i === lastPart ? { ...one, isIncomplete: true } : one));
}

function termsOf(text: string, weight: number): QueryTerm[] {
  return text.split(/\s+/).flatMap((word) => {
    const tokens = tokensOf(word);
    const isPrefix = /^[\p{L}\p{N}_]{2,}\*$/u.test(word);
    if (isPrefix) return [term(word.slice(0, -1).toLowerCase(), { weight, isPrefix, isExact: false, isWhole: false })];
    const isName = tokens.length > 1 || /[\p{N}_]/u.test(word);
    return tokens.map((token) => {
      const isWhole = tokens.length > 1 && isWholeOf(token, word);
      return term(token, { weight, isPrefix: false, isExact: isName && (isWhole || tokens.length === 1), isWhole });
    });
  });
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const isWholeOf = (token: string, word: string) => token.includes("_") || letters(token) === letters(word);

const term = (token: string, facts: Omit<QueryTerm, "token" | "synonyms">): QueryTerm => ({
  ...facts,
  token,
  weight: isFillerWord(token) ? facts.weight * weakWeight : facts.weight,
  synonyms: facts.isExact || facts.isPrefix ? [] : synonymsOf(token),
});

/** The first mention of a token counts: later ones are asides. */
const distinct = (terms: readonly QueryTerm[]): QueryTerm[] =>
  [...new Map([...terms].reverse().map((one) => [one.token, one])).values()].reverse();
