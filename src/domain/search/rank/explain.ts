import type { ParsedQuery } from "../query/parse-query.js";
import type { RankedCandidate } from "./rank-candidates.js";
import type { WeightedTerm } from "./score-keywords.js";

/** How the score of a hit was computed. */
export type Explanation = ReturnType<typeof explain>;

const round = (value: number) => Math.round(value * 1000) / 1000;
const roundAll = (values: readonly (readonly [string, number])[]) =>
  Object.fromEntries(values.map(([name, value]) => [name, round(value)]));

export function explain(ranked: RankedCandidate, terms: readonly WeightedTerm[], { none, period }: ParsedQuery) {
  const { keyword, evidence, similarity, maxSim, rareToken } = ranked;
  const { relevance, sum: _, ...parts } = evidence;
  const matched = terms.filter(({ token }) => keyword.matched.includes(token));
  return {
    /** Rank among the keyword candidates and among the semantic candidates, from 1. */
    wordRank: ranked.keywordRank,
    meaningRank: ranked.semanticRank,
    /** Cosine of the nearest passage. */
    similarity: similarity === undefined ? undefined : round(similarity),
    /** MaxSim, where tokens were matched. */
    maxSim: maxSim === undefined ? undefined : round(maxSim),
    bm25: round(keyword.bm25),
    coverage: round(keyword.coverage),
    /** The parts whose sum is mapped to the relevance. */
    parts: roundAll(Object.entries(parts)),
    relevance: round(relevance),
    /** Factors of the relevance. */
    factors: roundAll(Object.entries(ranked.factors).filter(([, factor]) => factor !== 1)),
    /** The query's terms that the document has, itself or as a variant, with the number of documents that do. */
    terms: matched.map(({ token, expandedDocFreq: documents }) => ({ token, documents })),
    /** It has the score of an older hit that it replaces. */
    isSuccessor: "replaces" in ranked.factors || undefined,
    /** The rare token that guaranteed the hit its position. */
    rareToken,
    without: none.length === 0 ? undefined : none,
    period,
  };
}
