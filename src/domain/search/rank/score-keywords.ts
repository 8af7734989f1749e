import { fieldWeights, lengthNorm, saturate } from "../../../base/text/bm25.js";
import { createTokenScan, type TokenScan } from "../../../base/text/scan-tokens.js";
import { fieldTexts } from "../../../store/search/document-words.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import { normalizeText, type ParsedQuery, type QueryTerm } from "../query/parse-query.js";
import { readConversation } from "../vectors/conversation.js";

/** A term of the query with its statistics in the index. */
export interface WeightedTerm extends QueryTerm {
  /** Number of documents with the term. */
  readonly docFreq: number;
  /** Approximate number of documents with the term or a variant. */
  readonly expandedDocFreq: number;
  /** Inverse document frequency: the rarer the term, the higher. */
  readonly idf: number;
  /** Tokens that count as this term, with their weight. */
  readonly variants: ReadonlyMap<string, number>;
}

export interface KeywordScore {
  /** BM25 over all fields as a share of what a document that has every term once would get. May exceed 1. */
  readonly bm25: number;
  /** Share of the query's IDF that the document matches, 0 to 1. */
  readonly coverage: number;
  /** Sum of the IDF of the matched terms. */
  readonly matchedIdf: number;
  /** 1 when the matched terms are side by side, towards 0 when far apart. */
  readonly proximity: number;
  readonly hasPhrase: boolean;
  /** The title equals the query. */
  readonly isTitleMatch: boolean;
  /** Tokens of the query that the document has. */
  readonly matched: readonly string[];
  /** How many words of the document match. */
  readonly matches: number;
}

/** An occurrence of a query token in a document. */
interface TokenMatch {
  readonly token: string;
  readonly at: number;
  readonly field: number;
}

export interface ScannedDocument {
  readonly tokenMatches: readonly TokenMatch[];
  /** How many tokens the document has. */
  readonly length: number;
  /** Before which token each line of the body begins, and where the last one ends; none of a conversation. */
  readonly lineStarts: readonly number[];
}

const weightByField = Object.values(fieldWeights);
const bodyField = Object.keys(fieldWeights).indexOf("body");
/** Caps work per document. */
const maxFieldLength = 50_000;

/** Scans for all variants of the terms, and for tokens that a hit must not have. */
export const createTermScan = (
  terms: readonly Pick<WeightedTerm, "token" | "isPrefix" | "isIncomplete" | "variants">[],
  noVariants: readonly string[],
) =>
  createTokenScan(
    [...terms.flatMap(({ variants }) => [...variants.keys()]), ...noVariants],
    terms.filter(matchesPrefix).map(({ token }) => token),
  );

const isComplete = ({ isIncomplete }: Pick<WeightedTerm, "isIncomplete">) => isIncomplete !== true;
const matchesPrefix = ({ isPrefix, isIncomplete }: Pick<WeightedTerm, "isPrefix" | "isIncomplete">) =>
  isPrefix || isIncomplete === true;

export function scanDocument(document: SearchDocument, scan: TokenScan): ScannedDocument {
  const tokenMatches: TokenMatch[] = [];
  const lineStarts: number[] = [];
  const spoken = bySpeaker(document);
  let length = 0;
  for (const [field, text] of fieldTexts(spoken).entries()) {
    const before = length;
    const hasLines = field === bodyField && spoken === document;
    if (hasLines) lineStarts.push(before);
    length += scan(
      text.slice(0, maxFieldLength),
      (token, at) => tokenMatches.push({ token, at: before + at, field }),
      hasLines ? (count) => lineStarts.push(before + count) : undefined,
    );
    if (hasLines) lineStarts.push(length);
  }
  return { tokenMatches, length, lineStarts };
}

export const averageLengthOf = (texts: readonly { readonly words: ScannedDocument }[]): number =>
  texts.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, texts.length);

export const hasToken = ({ tokenMatches }: ScannedDocument, tokens: readonly string[]): boolean =>
  tokenMatches.some(({ token }) => tokens.includes(token));

/** How often each term occurs in some lines of the body, counted from 0, and how many tokens these have. */
export function countInLines(
  { tokenMatches, lineStarts }: ScannedDocument,
  terms: readonly WeightedTerm[],
  firstLine: number,
  lastLine: number,
) {
  const counts = new Float64Array(terms.length);
  const bodyEnd = lineStarts.at(-1) ?? 0;
  const [start, end] = [lineStarts[firstLine] ?? bodyEnd, lineStarts[lastLine + 1] ?? bodyEnd];
  const byToken = variantsOf(terms);
  for (const { token, at } of tokenMatches) {
    if (at < start || at >= end) continue;
    for (const { term, weight } of byToken.get(token) ?? []) counts[term] = (counts[term] ?? 0) + weight;
  }
  return { counts, length: end - start };
}

/** In a conversation, programs' messages count like replies: people search for what people said. */
function bySpeaker(document: SearchDocument): SearchDocument {
  const conversation = readConversation(document.body);
  if (conversation === undefined || conversation.people === "") return document;
  return { ...document, body: conversation.people, reply: `${conversation.programs}\n${document.reply}` };
}

export function scoreKeywords(
  document: SearchDocument,
  words: ScannedDocument,
  terms: readonly WeightedTerm[],
  { averageLength, query }: { averageLength: number; query: Pick<ParsedQuery, "titles" | "phrases"> },
): KeywordScore {
  const { counts, positions, prefixMatches } = countTerms(words, terms);
  const norm = lengthNorm(words.length, Math.max(1, averageLength));
  const matched = terms.filter((_, i) => (counts[i] ?? 0) > 0).map(({ token }) => token);
  return {
    ...bestKeywordScore(terms, counts, norm, prefixMatches.length > 0),
    proximity: bestProximity(terms, positions, prefixMatches),
    hasPhrase: query.phrases.length > 0 && containsAll(document, query.phrases),
    isTitleMatch: query.titles.includes(normalizeText(document.title)),
    matched,
    matches: positions.length,
  };
}

type BaseScore = Pick<KeywordScore, "bm25" | "coverage" | "matchedIdf">;

/** Boosts documents with a word that begins with the incomplete one. */
const prefixMatchFactor = 1.1;

/** An incomplete word never lowers a score: the complete words are also scored as if they were the whole query. */
function bestKeywordScore(
  terms: readonly WeightedTerm[],
  counts: Float64Array,
  norm: number,
  hasPrefixMatch: boolean,
): BaseScore {
  const withAll = keywordScoreOf(terms, counts, norm);
  if (!terms.some(({ isIncomplete }) => isIncomplete)) return withAll;
  const withComplete = keywordScoreOf(terms, counts, norm, isComplete);
  const hasIncomplete = hasPrefixMatch || terms.some(({ isIncomplete }, i) => isIncomplete && (counts[i] ?? 0) > 0);
  return {
    bm25: Math.max(withAll.bm25, withComplete.bm25) * (hasIncomplete ? prefixMatchFactor : 1),
    coverage: Math.max(withAll.coverage, withComplete.coverage),
    matchedIdf: withAll.matchedIdf,
  };
}

function keywordScoreOf(
  terms: readonly WeightedTerm[],
  counts: Float64Array,
  norm: number,
  isIncluded: (term: WeightedTerm) => boolean = () => true,
): BaseScore {
  let [bm25, matchedIdf, totalIdf] = [0, 0, 0];
  for (const [i, term] of terms.entries()) {
    if (!isIncluded(term)) continue;
    const count = counts[i] ?? 0;
    const idf = term.idf * term.weight;
    totalIdf += idf;
    matchedIdf += idf * Math.min(1, count);
    bm25 += idf * saturate(count, norm);
  }
  return totalIdf === 0
    ? { bm25, coverage: 0, matchedIdf }
    : { bm25: bm25 / totalIdf, coverage: matchedIdf / totalIdf, matchedIdf };
}

interface TermPosition {
  readonly at: number;
  readonly term: number;
}

function countTerms(words: ScannedDocument, terms: readonly WeightedTerm[]) {
  const counts = new Float64Array(terms.length);
  const positions: TermPosition[] = [];
  /** Words that begin with the incomplete one: used for proximity only. */
  const prefixMatches: TermPosition[] = [];
  const byToken = variantsOf(terms);
  const prefixes = terms.flatMap((one, term) => (matchesPrefix(one) ? { prefix: one.token, term, weight: 1 } : []));
  for (const { token, at, field } of words.tokenMatches) {
    const exact = byToken.get(token);
    for (const { term, weight } of exact ?? prefixes.filter(({ prefix }) => token.startsWith(prefix))) {
      if (exact === undefined && terms[term]?.isIncomplete) {
        prefixMatches.push({ at, term });
        continue;
      }
      counts[term] = (counts[term] ?? 0) + weight * (weightByField[field] ?? 1);
      positions.push({ at, term });
    }
  }
  return { counts, positions, prefixMatches };
}

interface Variant {
  readonly term: number;
  readonly weight: number;
}

/** Computed once per list of terms, because every document of a search is scored with the same list. */
export function perTerms<T>(compute: (terms: readonly WeightedTerm[]) => T): (terms: readonly WeightedTerm[]) => T {
  const cache = new WeakMap<readonly WeightedTerm[], { readonly value: T }>();
  return (terms) => {
    const cached = cache.get(terms) ?? { value: compute(terms) };
    cache.set(terms, cached);
    return cached.value;
  };
}

/** The terms that each token counts as. */
export const variantsOf = perTerms((terms) => {
  const byToken = new Map<string, Variant[]>();
  for (const [term, { variants }] of terms.entries())
    for (const [token, weight] of variants) byToken.set(token, [...(byToken.get(token) ?? []), { term, weight }]);
  return byToken;
});

/** The highest proximity with the incomplete word, with its completions, or without it. */
function bestProximity(
  terms: readonly WeightedTerm[],
  positions: readonly TermPosition[],
  prefixMatches: readonly TermPosition[],
): number {
  const withAll = proximityOf(positions);
  if (terms.every(isComplete)) return withAll;
  const complete = positions.filter(({ term }) => terms[term]?.isIncomplete !== true);
  return Math.max(
    withAll,
    proximityOf(complete),
    proximityOf([...complete, ...prefixMatches].sort((a, b) => a.at - b.at)),
  );
}

/** The number of matched terms divided by the length of the shortest window that has all of them. */
function proximityOf(positions: readonly TermPosition[]): number {
  const terms = new Set(positions.map(({ term }) => term)).size;
  if (terms < 2) return 0;
  const countsInWindow = new Map<number, number>();
  let shortest = Number.POSITIVE_INFINITY;
  let start = 0;
  for (const position of positions) {
    countsInWindow.set(position.term, (countsInWindow.get(position.term) ?? 0) + 1);
    while (countsInWindow.size === terms) {
      const first = positions[start++];
      if (first === undefined) break;
      shortest = Math.min(shortest, position.at - first.at + 1);
      const remaining = (countsInWindow.get(first.term) ?? 0) - 1;
      if (remaining === 0) countsInWindow.delete(first.term);
      else countsInWindow.set(first.term, remaining);
    }
  }
  return Math.min(1, terms / shortest);
}

function containsAll(document: SearchDocument, phrases: readonly string[]): boolean {
  const text = normalizeText([document.title, document.body, document.reply].join("\n"));
  return phrases.every((phrase) => text.includes(phrase));
}
