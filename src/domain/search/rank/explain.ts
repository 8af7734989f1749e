import type { ParsedQuery } from "../query/parse-query.js";
import type { RankedCandidate } from "./rank-candidates.js";
import type { WeightedTerm } from "./score-keywords.js";

/** How the score of a hit was computed. */
export interface Explanation {
  /** Rank among the keyword candidates and among the semantic candidates, from 1. */
  readonly wordRank?: number;
  readonly meaningRank?: number;
  /** Cosine of the nearest passage. */
  readonly similarity?: number;
  /** MaxSim, where tokens were matched. */
  readonly maxSim?: number;
  readonly bm25: number;
  readonly coverage: number;
  /** The parts whose sum is mapped to the relevance. */
  readonly parts: Readonly<Record<string, number>>;
  readonly relevance: number;
  /** Factors of the relevance. */
  readonly factors: Readonly<Record<string, number>>;
  /** The query's terms that the document has, itself or as a variant, with the number of documents that do. */
  readonly terms: readonly { readonly token: string; readonly documents: number }[];
  /** It has the score of an older hit that it replaces. */
  readonly isSuccessor?: true;
  /** The rare token that guaranteed the hit its position. */
  readonly rareToken?: string;
  readonly without?: readonly string[];
  readonly period?: { readonly since: string; readonly until: string };
}

const round = (value: number) => Math.round(value * 1000) / 1000;

export function explain(ranked: RankedCandidate, terms: readonly WeightedTerm[], query: ParsedQuery): Explanation {
  const { keyword, evidence, similarity, maxSim, keywordRank: wordRank, semanticRank: meaningRank, rareToken } = ranked;
  const { relevance, sum: _, ...parts } = evidence;
  const factors = Object.entries(ranked.factors).filter(([, factor]) => factor !== 1);
  const matched = terms.filter(({ token }) => keyword.matched.includes(token));
  return {
    ...(wordRank === undefined ? {} : { wordRank }),
    ...(meaningRank === undefined ? {} : { meaningRank }),
    ...(similarity === undefined ? {} : { similarity: round(similarity) }),
    ...(maxSim === undefined ? {} : { maxSim: round(maxSim) }),
    bm25: round(keyword.bm25),
    coverage: round(keyword.coverage),
    parts: Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, round(value)])),
    relevance: round(relevance),
    factors: Object.fromEntries(factors.map(([name, factor]) => [name, round(factor)])),
    terms: matched.map(({ token, expandedDocFreq: documents }) => ({ token, documents })),
    ...("replaces" in ranked.factors ? { isSuccessor: true as const } : {}),
    ...(rareToken === undefined ? {} : { rareToken }),
    ...(query.none.length === 0 ? {} : { without: query.none }),
    ...(query.period === undefined ? {} : { period: query.period }),
  };
}
