import { relevanceOf } from "../search/rank/fuse.js";

/** Fitted to the tuning repositories (decision 0140): how far a file is behind the best, and the second best behind that. */
const [intercept, shareWeight, secondWeight] = [-4.28, 8.68, -5.13];
/** Below this relevance not even the best file is likely to be meant. */
const minRelevance = 0.1;

/** The shown score: the probability that a file is one of those that are meant. */
export function hitScore(score: number, [best = 0, second = 0]: readonly number[]): number {
  if (best <= 0) return 0;
  const logit = intercept + shareWeight * (score / best) + secondWeight * (second / best);
  return Math.min(1, relevanceOf(best) / minRelevance) / (1 + Math.exp(-logit));
}
