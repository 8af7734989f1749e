/** Fitted to the tuning repositories (decision 0132): how far a file is behind the best, and the second best behind that. */
const [intercept, shareWeight, secondWeight] = [-4.28, 8.68, -5.13];
/** Below this score not even the best file is likely to be meant. */
const minBest = 0.18;

/** The shown score: the probability that a file is one of those that are meant. */
export function hitScore(score: number, [best = 0, second = 0]: readonly number[]): number {
  if (best <= 0) return 0;
  const logit = intercept + shareWeight * (score / best) + secondWeight * (second / best);
  return Math.min(1, best / minBest) / (1 + Math.exp(-logit));
}

/**
 * Log-odds that the repository is asked about at all, by the share of the question's information that the best file has and
 * by its similarity above that of unrelated code. Set by hand from how often questions about a repository and about another
 * one reach each share, assuming that five of six are about it; the weight of similarity comes from some 135 questions of one sample.
 */
const topic = { intercept: -2.2, coverage: 6.5, similarity: 20 };
/** In a longer text most words are about something else. */
const maxTopicTerms = 8;

/** The probability that a question is about this repository, given its best file. */
export function topicScore(coverage: number, similarity: number, termCount: number): number {
  const covered = Math.min(1, coverage * Math.max(1, termCount / maxTopicTerms));
  return 1 / (1 + Math.exp(-(topic.intercept + topic.coverage * covered + topic.similarity * similarity)));
}
