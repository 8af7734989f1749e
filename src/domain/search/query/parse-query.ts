import searchWords from "../../../../data/search-words.json" with { type: "json" };
import { stem } from "../../../base/text/stem.js";
import { tokensOf, unspacedScript } from "../../../base/text/tokens.js";
import { type Period, readDates } from "./query-dates.js";
import { isReport, reduceQuery } from "./reduce-query.js";
import { synonymsOf } from "./synonyms.js";

export interface QueryTerm {
  readonly token: string;
  /** Synonyms, which count less. */
  readonly synonyms: readonly string[];
  /** Matches all tokens that begin with it. */
  readonly isPrefix: boolean;
  /** An identifier, a number or a code, which must match exactly. */
  readonly isExact: boolean;
  /** An identifier of several parts; the parts are terms too. */
  readonly isWhole: boolean;
  /** The last word in search as you type, or a part of it: it may be a prefix. */
  readonly isIncomplete?: boolean;
  /** Has neither synonyms nor corrections: a word of a long text, which has many. */
  readonly isPlain?: boolean;
  readonly weight: number;
}

export interface ParsedQuery {
  /** The text to embed: without an incomplete word. */
  readonly text: string;
  /** All words as typed. */
  readonly typed: string;
  /** Normalized titles that equal the query. */
  readonly titles: readonly string[];
  readonly terms: readonly QueryTerm[];
  /** Quoted phrases, in lower case with single spaces. */
  readonly phrases: readonly string[];
  /** True when the whole query is quoted: only hits with the phrase count. */
  readonly isVerbatim: boolean;
  /** Tokens that a hit must not have. */
  readonly none: readonly string[];
  readonly period: Period | undefined;
  /** True when only parts of a long text are searched for. */
  readonly isReduced: boolean;
}

const maxTerms = 48;
const sideWeight = 0.3;
/** For a report that is searched for as a whole. */
const maxReportTerms = 150;
const maxReportLength = 20_000;
const restWeight = 0.7;
const fillerWeight = 0.25;

/** Words this short are too ambiguous to complete. */
export const maxShortLength = 2;

/**
 * Parses a query without a model; periods only with `today`. No query is a syntax error:
 * invalid syntax is read as words. In search as you type, the last word may be incomplete.
 */
export function parseQuery(query: string, today: Date | undefined, isTyping = false): ParsedQuery {
  const { main, sideText } = reduceQuery(stripControls(query));
  const { text, period } = today ? readDates(main, today) : { text: main, period: undefined };
  const { rest, phrases, negated } = extractOperators(text);
  const last = isTyping && sideText === "" ? incompleteWord(query, rest) : "";
  const completeText = [rest.slice(0, rest.length - last.length), ...phrases].join(" ").trim();
  const typed = [rest, ...phrases].join(" ").trim() || text;
  const completeTerms = termsOf(completeText, 1);
  const embeddedText = last.length <= maxShortLength && completeTerms.length > 0 ? completeText : typed;
  const terms = [...completeTerms, ...incompleteTerms(last), ...termsOf(sideText, sideWeight)];
  const none = terms.length > 0 ? negated.flatMap(tokensOf) : [];
  return {
    text: embeddedText,
    typed,
    terms: dropDuplicates(terms).slice(0, maxTerms),
    titles: [...new Set([typed, embeddedText].map(normalizeText))].filter(Boolean),
    phrases: phrases.map(normalizeText).filter((phrase) => phrase.includes(" ")),
    isVerbatim: phrases.length > 0 && rest.trim() === "",
    none: [...new Set(none)],
    period,
    isReduced: sideText !== "",
  };
}

/** Parses a report of any length by all of its words: those of its first line and of its error count more than the rest. */
export function parseReport(query: string): ParsedQuery {
  const parsed = parseQuery(query, undefined);
  if (!isReport(query.trim())) return parsed;
  const subject = parsed.terms.filter(({ weight }) => weight !== sideWeight && weight !== sideWeight * fillerWeight);
  const rest = termsOf(stripControls(query).slice(0, maxReportLength), restWeight);
  const plain = rest.map((one) => ({ ...one, synonyms: [], isPrefix: false, isPlain: true }));
  return { ...parsed, terms: dropDuplicates([...subject, ...plain]).slice(0, maxReportTerms), isReduced: false };
}

/** The form in which phrases and titles are compared. */
export const normalizeText = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const stripControls = (text: string) => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, " ");

function extractOperators(text: string): { rest: string; phrases: string[]; negated: string[] } {
  const phrases: string[] = [];
  const negated: string[] = [];
  const unquoted = text.replace(
    /(^|\s)(-?)"([^"\n]+)"(?=[\s.,;:!?]|$)/g,
    (_, space: string, minus: string, phrase: string) => {
      (minus ? negated : phrases).push(phrase);
      return space;
    },
  );
  // A minus before one or two letters is a command option: `tar -xf`, `git rebase -i`.
  const rest = unquoted.replace(
    /(^|\s)(?:-|NOT )(\p{L}[\p{L}\p{N}_]{2,})(?=\s|$)/gu,
    (_, space: string, word: string) => {
      negated.push(word);
      return space;
    },
  );
  // When nothing would be left, the minus is not an exclusion.
  if (rest.trim() === "" && phrases.length === 0) return { rest: text, phrases: [], negated: [] };
  return { rest, phrases, negated };
}

/** The last word as typed, unless it belongs to a period or an exclusion. */
function incompleteWord(query: string, rest: string): string {
  const [last = ""] = /\S*[\p{L}\p{N}_]$/u.exec(query) ?? [];
  // In these scripts a character can be a word.
  return rest.endsWith(last) && !unspacedScript.test(last) ? last : "";
}

/** In `src/pool.t` only the last part and the whole name may be incomplete. */
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
  weight: isFillerWord(token) ? facts.weight * fillerWeight : facts.weight,
  synonyms: facts.isExact || facts.isPrefix ? [] : synonymsOf(token),
});

/**
 * Characters that write grammar in Japanese and Chinese. A pair with one of them is an ending, or goes across two words, and
 * a question has other ones than its answer.
 */
const grammar = /[\p{Script=Hiragana}的了是吗呢吧啊么什怎哪谁我你他她它们这那就都也很与及或被把给让请]/u;

let stems: ReadonlySet<string> | undefined;

/**
 * Whether a word of a question does not name its subject. It matches with a low weight: in a small store a word such as
 * "gets" can be rare by accident.
 */
function isFillerWord(token: string): boolean {
  stems ??= new Set(searchWords.fillers.flatMap((row) => row.split(" ")).map(stem));
  return stems.has(token) || grammar.test(token);
}

/** Duplicates are dropped: the first mention decides. */
const dropDuplicates = (terms: readonly QueryTerm[]): QueryTerm[] =>
  [...new Map([...terms].reverse().map((one) => [one.token, one])).values()].reverse();
