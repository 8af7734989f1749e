import type { ParsedQuery } from "../query/parse-query.js";
import type { RankedCandidate } from "./rank-candidates.js";
import type { WeightedTerm } from "./score-keywords.js";

/** How a hit came about. */
export interface Explanation {
  /** Rank in the list found by words and in the list found by meaning, from 1. */
  readonly wordRank?: number;
  readonly meaningRank?: number;
  /** Cosine of the nearest passage. */
  readonly similarity?: number;
  /** How far that was believed, where a table stood in for the model. */
  readonly similarityWeight?: number;
  readonly bm25: number;
  readonly coverage: number;
  /** The parts whose sum became the relevance. */
  readonly parts: Readonly<Record<string, number>>;
  readonly relevance: number;
  /** What the relevance was multiplied with. */
  readonly factors: Readonly<Record<string, number>>;
  /** The query's terms that the document has, with the number of documents that have them. */
  readonly terms: readonly { readonly token: string; readonly documents: number }[];
  /** The token for which the hit could not be lost. */
  readonly rareToken?: string;
  readonly without?: readonly string[];
  readonly period?: { readonly since: string; readonly until: string };
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

export function explain(ranked: RankedCandidate, terms: readonly WeightedTerm[], query: ParsedQuery): Explanation {
  const {
    keyword: words,
    evidence,
    similarity,
    similarityWeight,
    keywordRank: wordRank,
    semanticRank: meaningRank,
    rareToken,
  } = ranked;
  const { relevance, sum: _, ...parts } = evidence;
  const changed = Object.entries(ranked.factors).filter(([, factor]) => factor !== 1);
  const found = terms.filter(({ token }) => words.matched.includes(token));
  return {
    ...(wordRank === undefined ? {} : { wordRank }),
    ...(meaningRank === undefined ? {} : { meaningRank }),
    ...(similarity === undefined ? {} : { similarity: rounded(similarity) }),
    ...(similarityWeight === undefined ? {} : { similarityWeight }),
    bm25: rounded(words.bm25),
    coverage: rounded(words.coverage),
    parts: Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, rounded(value)])),
    relevance: rounded(relevance),
    factors: Object.fromEntries(changed.map(([name, factor]) => [name, rounded(factor)])),
    terms: found.map(({ token, docFreq: documents }) => ({ token, documents })),
    ...(rareToken === undefined ? {} : { rareToken }),
    ...(query.none.length === 0 ? {} : { without: query.none }),
    ...(query.period === undefined ? {} : { period: query.period }),
  };
}
