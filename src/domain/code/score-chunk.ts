import type { Candidate } from "../search/retrieve/retrieve-candidates.js";

/** Chosen together with the weights of files (decision 0132): questions about code use its own words. */
const weights = { similarity: 0.8, confirmed: 0.8, words: 0.16, proximity: 0.24 };
const maxBm25 = 1.5;
const phraseBonus = 0.3;

type ChunkEvidence = Pick<Candidate, "keyword" | "similarity" | "similarityWeight">;

/** How well a chunk of code matches: similarity, which keywords confirm, and keywords that are close together. */
export function scoreChunk({ keyword, similarity, similarityWeight = 1 }: ChunkEvidence): number {
  const { coverage, proximity, hasPhrase, isTitleMatch } = keyword;
  const bm25 = Math.min(maxBm25, keyword.bm25);
  const estimate = 0.1 + 0.4 * Math.min(1, bm25);
  const weighted = similarity === undefined ? estimate : estimate + similarityWeight * (similarity - estimate);
  // With all words of the question, a chunk cannot be far from it.
  const effective = similarity === undefined ? weighted : Math.max(weighted, 0.7 * estimate * coverage ** 4);
  return (
    weights.similarity * effective +
    weights.confirmed * effective * bm25 ** 2 +
    weights.words * bm25 * coverage ** 1.5 +
    weights.proximity * proximity * coverage ** 2 +
    (hasPhrase || isTitleMatch ? phraseBonus : 0)
  );
}

/** Logistic. Scaled up a little, so that a short chunk with all words side by side reaches 1. */
export const chunkRelevance = (sum: number): number => Math.min(1, 1.03 / (1 + Math.exp((0.44 - sum) / 0.115)));
