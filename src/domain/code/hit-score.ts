/** Fitted to the tuning repositories (decision 0140): how far a file is behind the best, and the second best behind that. */
const [intercept, shareWeight, secondWeight] = [-4.28, 8.68, -5.13];
/** Below this score not even the best file is likely to be meant. */
const minBest = 0.18;

/** The shown score: the probability that a file is one of those that are meant. */
export function hitScore(score: number, [best = 0, second = 0]: readonly number[]): number {
  if (best <= 0) return 0;
  const logit = intercept + shareWeight * (score / best) + secondWeight * (second / best);
  return Math.min(1, best / minBest) / (1 + Math.exp(-logit));
}
