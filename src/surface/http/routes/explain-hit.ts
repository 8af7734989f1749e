import type { Explanation } from "../../../domain/search/rank/explain.js";
import type { HitExplanation } from "../api-types.js";

/** The explanation of a hit in the page's terms: three scores from 0 to 1, and the details behind them. */
export function explainHit(why: Explanation): HitExplanation {
  const { wordRank, meaningRank, similarity, bm25, coverage, maxSim, relevance, factors, terms, rareToken } = why;
  return {
    keywordMatch: Math.min(1, bm25) * coverage,
    ...(similarity === undefined ? {} : { similarity }),
    quality: Object.values(factors).reduce((product, factor) => product * factor, 1),
    terms,
    ...(wordRank === undefined ? {} : { keywordRank: wordRank }),
    ...(meaningRank === undefined ? {} : { semanticRank: meaningRank }),
    bm25,
    ...(maxSim === undefined ? {} : { maxSim }),
    relevance,
    ...(rareToken === undefined ? {} : { rareToken }),
  };
}
