import { logistic } from "../../../base/probability.js";
import { type Candidate, minDepth } from "../retrieve/retrieve-candidates.js";

/** Fitted by `lab/retrieval/fit.ts` over sets of several makers, leaving whole sets out (decision 0144). */
export const fusionWeights = { similarity: 1, maxSim: 2, keywords: 0.12 };

/** What keywords say by themselves, by the kind of what is ranked: `sumKeywords` (decision 0166). */
export const keywordWeights = {
  documents: { similarity: 1, bm25Squared: 0, bm25: 0.35, proximity: 0.15 },
  /** A chunk with more of a question's words is much likelier to be meant: questions about code are long. */
  code: { similarity: 0.8, bm25Squared: 0.8, bm25: 0.16, proximity: 0.24 },
};

const maxKeywords = 3;
const maxBm25 = 1.5;
const phraseBonus = 0.3;

/** Expected where they are not known; fitted on the same candidates. */
const estimatedSimilarity = (bm25: number) => 0.1 + 0.4 * Math.min(1, bm25);
const estimatedMaxSim = (similarity: number, coverage: number) => 0.198 + 0.488 * similarity + 0.12 * coverage;

/** The model can lower a document with all words of the query only to this share of the estimate. */
const minEstimateShare = 0.7;

/** Unrelated texts reach it by accident, in a store of any size. */
const minSimilarity = 0.25;

/** How many candidates of a kind the mean of all counts for, in the mean of that kind. */
const kindPrior = 3;

export interface FusionInput extends Pick<Candidate, "keyword" | "similarity" | "maxSim"> {
  readonly document: { readonly kind: string };
  /** It has a name of the query that very few documents have: that is no accident. */
  readonly hasRareName?: boolean;
}

export interface Evidence {
  /** Probability that a first hit with this sum is what was meant. */
  readonly relevance: number;
  /** The sum of the parts. */
  readonly sum: number;
  readonly similarity: number;
  readonly maxSim: number;
  readonly keywords: number;
}

/** Of `size` documents in the index, `searched` passages could be found. Without similarities, only keywords are evidence. */
export function fuse(candidates: readonly FusionInput[], size: number, searched = size): Evidence[] {
  return candidates.some(({ similarity }) => similarity !== undefined)
    ? fuseAll(candidates, size, searched)
    : candidates.map(scoreByKeywords);
}

/**
 * The weighted sum of similarity, squared MaxSim and keyword evidence of each candidate. Nothing is normalized per query: a
 * weak list stays weak. Only what one kind of document has more of than the others, such as short exchanges, is subtracted.
 */
function fuseAll(candidates: readonly FusionInput[], size: number, searched: number): Evidence[] {
  const similarities = candidates.map(similarityOf);
  const maxSims = candidates.map(
    ({ maxSim, keyword }, i) => maxSim ?? estimatedMaxSim(similarities[i] as number, keyword.coverage),
  );
  const midpoint = midpointOf(candidates.length, searched, Math.max(1, searched / Math.max(1, size)));
  const kinds = candidates.map(({ document }) => document.kind);
  const [centeredSimilarities, centeredMaxSims] = [centerByKind(similarities, kinds), centerByKind(maxSims, kinds)];
  return candidates.map(({ keyword, similarity, hasRareName = false }, i) => {
    const maxSim = centeredMaxSims[i] as number;
    const parts = {
      similarity: fusionWeights.similarity * (centeredSimilarities[i] as number),
      // Squared, because differences among weak matches say little.
      maxSim: fusionWeights.maxSim * maxSim * Math.abs(maxSim),
      keywords: fusionWeights.keywords * keywordEvidence(keyword, size),
    };
    const bonus = keyword.hasPhrase || keyword.isTitleMatch || hasRareName ? phraseBonus : 0;
    const sum = parts.similarity + parts.maxSim + parts.keywords + bonus;
    const isMatch = keyword.matches > 0 || (similarity ?? 0) >= minSimilarity;
    return { ...parts, sum, relevance: isMatch ? logistic(steepness * (sum - midpoint)) : 0 };
  });
}

/**
 * How much rarer the matching words are together than those that a document has by accident: among *n* documents, the best
 * accidental match is one that one in *n* documents would be, an IDF of ln *n*. A short query is matched by half of its IDF.
 * In units of ln *n*.
 */
function keywordEvidence({ matchedIdf, coverage }: FusionInput["keyword"], size: number): number {
  if (coverage === 0) return 0;
  const logSize = Math.log(size + 2);
  const accidental = Math.min(logSize, matchedIdf / coverage / 2);
  return Math.min(maxKeywords, Math.max(0, matchedIdf - accidental) / logSize);
}

/** With all words of the query, a similarity has a floor. */
function similarityOf({ similarity, keyword }: FusionInput): number {
  const estimate = estimatedSimilarity(keyword.bm25);
  if (similarity === undefined) return estimate;
  return Math.max(similarity, minEstimateShare * estimate * keyword.coverage ** 4);
}

/** Subtracts how far the mean of a kind is above the mean of all. */
function centerByKind(values: readonly number[], kinds: readonly string[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [i, kind] of kinds.entries()) {
    const { sum, count } = sums.get(kind) ?? { sum: kindPrior * mean, count: kindPrior };
    sums.set(kind, { sum: sum + (values[i] as number), count: count + 1 });
  }
  return values.map((value, i) => {
    const { sum, count } = sums.get(kinds[i] as string) ?? { sum: 0, count: 1 };
    return value - (sum / count - mean);
  });
}

const steepness = 3.7;
/** In a store of 6,500 documents a higher one silences too many questions in other words. */
const maxLogSize = 8.5;

/**
 * The sum at which half of the first hits are right: the more passages, the higher the sum that the best of them reaches by
 * accident. Fewer candidates than a list can have are all documents that were searched.
 */
function midpointOf(candidateCount: number, searched: number, passagesPerDocument: number): number {
  const passages = candidateCount < minDepth ? Math.min(searched, candidateCount * passagesPerDocument) : searched;
  return 0.55 + 0.065 * Math.min(maxLogSize, Math.log(passages + 2));
}

/** The evidence of keywords without similarities: the more of them are there, and the closer together, the better. */
export function sumKeywords(
  { bm25: rawBm25, coverage, proximity, hasPhrase, isTitleMatch }: FusionInput["keyword"],
  weights: typeof keywordWeights.documents,
): number {
  const bm25 = Math.min(maxBm25, rawBm25);
  const words = estimatedSimilarity(bm25) * (weights.similarity + weights.bm25Squared * bm25 ** 2);
  const together = (weights.bm25 * bm25 + weights.proximity * proximity) * coverage ** 2;
  return words + together + (hasPhrase || isTitleMatch ? phraseBonus : 0);
}

/** A document with all words of the query side by side reaches 1; one with a third of them stays below the threshold. */
function scoreByKeywords({ keyword }: FusionInput): Evidence {
  const sum = sumKeywords(keyword, keywordWeights.documents);
  const relevance = keyword.matches > 0 ? Math.min(1, 1.03 * logistic((sum - 0.44) / 0.115)) : 0;
  return { similarity: 0, maxSim: 0, keywords: sum, sum, relevance };
}
