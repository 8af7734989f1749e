import type { Candidate } from "../retrieve/retrieve-candidates.js";

/** Chosen by `bench/retrieval/tune.ts` on the tuning sets (decision 0025 says how, and how reliable they are). */
export interface FusionWeights {
  /** A keyword match confirms semantic similarity by `confirmation` × similarity × BM25 ^ `confirmationPower`, … */
  readonly confirmation: number;
  readonly confirmationPower: number;
  /** … counts by itself by `words` × BM25 × coverage ^ `coveragePower`, … */
  readonly words: number;
  readonly coveragePower: number;
  /** … and counts more where the words are close together. */
  readonly proximity: number;
  /** All of that is multiplied by up to 1 + this where the best document cannot match so many words by chance. */
  readonly keywordBoost: number;
  /** Where that boost begins, as a multiple of the IDF matched by chance, and its steepness. */
  readonly keywordBoostFrom: number;
  readonly keywordBoostSharpness: number;
  /** Weights by kind of document: exchanges are many and similar, and questions about code use its own words. */
  readonly kinds: Readonly<Record<string, { readonly similarity: number; readonly words: number }>>;
}

export const fusionWeights: FusionWeights = {
  confirmation: 0.5,
  confirmationPower: 2,
  words: 0.1,
  coveragePower: 1.5,
  proximity: 0.15,
  keywordBoost: 2,
  keywordBoostFrom: 1.8,
  keywordBoostSharpness: 4,
  kinds: { exchange: { similarity: 0.8, words: 1.1 }, code: { similarity: 0.8, words: 1.6 } },
};

const defaultKindWeights = { similarity: 1, words: 1 };
const maxBm25 = 1.5;
const phraseBonus = 0.3;

/** The similarity of a document without a vector, estimated from its BM25 score. */
const estimatedSimilarity = (bm25: number) => 0.1 + 0.4 * Math.min(1, bm25);
/** With all words of the query, a document's similarity is at least this share of the estimate. */
const minEstimateShare = 0.7;

/** A similarity of less than full weight is averaged with the estimate. */
function similarityOf(
  { similarity, similarityWeight = 1 }: Pick<Candidate, "similarity" | "similarityWeight">,
  bm25: number,
  coverage: number,
): number {
  const estimate = estimatedSimilarity(bm25);
  if (similarity === undefined) return estimate;
  const weighted = estimate + similarityWeight * (similarity - estimate);
  return Math.max(weighted, minEstimateShare * estimate * coverage ** 4);
}

interface FusionInput extends Pick<Candidate, "keyword" | "similarity" | "similarityWeight"> {
  readonly document: { readonly kind: string };
}

export interface Evidence {
  readonly relevance: number;
  /** Mapped to the relevance, which ends at 1: ranks candidates of equal relevance. */
  readonly sum: number;
  /** Parts of the sum. */
  readonly similarity: number;
  readonly confirmed: number;
  readonly words: number;
  readonly proximity: number;
  /** Added by related terms; absent for candidates that were not reranked. */
  readonly relatedTerms?: number;
}

/**
 * How much keyword matches count. Of `size` documents, one matches an IDF of ln(size) by chance: where no
 * document matches more than that, keywords count little; where the best one matches far more, they identify it.
 */
export function keywordWeight(
  candidates: readonly Pick<Candidate, "keyword" | "similarity">[],
  size: number,
  weights: FusionWeights = fusionWeights,
): number {
  // Without vectors, keywords are the only evidence.
  if (!candidates.some(({ similarity }) => similarity !== undefined)) return 1;
  const matchedIdf = candidates.reduce((max, { keyword }) => Math.max(max, keyword.matchedIdf), 0);
  const timesChance = matchedIdf / Math.log(size + 2);
  const boost =
    weights.keywordBoost / (1 + Math.exp(weights.keywordBoostSharpness * (weights.keywordBoostFrom - timesChance)));
  return Math.min(1, timesChance) ** 2 * (1 + boost);
}

/** The candidate's relevance, 0 to 1. Neither list is normalized per query: a weak list stays weak. */
export function fuse(candidate: FusionInput, queryWeight = 1, weights = fusionWeights): Evidence {
  const { document, keyword, similarity } = candidate;
  const bm25 = Math.min(maxBm25, keyword.bm25);
  const kind = weights.kinds[document.kind] ?? defaultKindWeights;
  const effectiveSimilarity = similarityOf(candidate, bm25, keyword.coverage);
  const weight = queryWeight * kind.words;
  const parts = {
    similarity: kind.similarity * effectiveSimilarity,
    confirmed: weight * weights.confirmation * effectiveSimilarity * bm25 ** weights.confirmationPower,
    words: weight * weights.words * bm25 * keyword.coverage ** weights.coveragePower,
    proximity: weight * weights.proximity * keyword.proximity * keyword.coverage ** 2,
  };
  const bonus = keyword.hasPhrase || keyword.isTitleMatch ? phraseBonus : 0;
  const sum = parts.similarity + parts.confirmed + parts.words + parts.proximity + bonus;
  const isMatch = keyword.matches > 0 || similarity !== undefined;
  return { ...parts, sum, relevance: isMatch ? relevanceOf(sum) : 0 };
}

/** How many candidates are reranked by related terms. */
export const rerankDepth = 20;
/** Divided by 1 + the square of the keyword weight: the more the keywords count, the less their related terms. */
const relatedTermsWeight = 0.15;

/**
 * Reranks the best candidates by related terms. Terms that most of them have distinguish none of them, so only a
 * score above the third quartile raises a candidate.
 */
export function rerankByRelatedTerms(
  best: readonly Evidence[],
  relatedScores: readonly number[],
  queryWeight: number,
): Evidence[] {
  const quartile = [...relatedScores].sort((a, b) => a - b)[Math.floor(0.75 * relatedScores.length)] ?? 0;
  const weight = relatedTermsWeight / (1 + queryWeight ** 2);
  return best.map((evidence, i) => {
    const relatedTerms = weight * ((relatedScores[i] ?? quartile) - quartile);
    const sum = evidence.sum + relatedTerms;
    return { ...evidence, relatedTerms, sum, relevance: evidence.relevance === 0 ? 0 : relevanceOf(sum) };
  });
}

/** The sum at which half of the first hits were relevant. */
const midpoint = 0.44;
const logisticScale = 0.115;
/** Logistic. Scaled up a little, so that a short text with all words side by side reaches 1. */
export const relevanceOf = (sum: number): number =>
  Math.min(1, 1.03 / (1 + Math.exp((midpoint - sum) / logisticScale)));
