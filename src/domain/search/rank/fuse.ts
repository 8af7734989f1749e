import type { Candidate } from "../retrieve/retrieve-candidates.js";

/** Chosen by `bench/retrieval/tune.ts` on the tuning sets (decision 0025 says how, and how far to trust them). */
export interface FusionWeights {
  /** A match of words confirms a likeness in meaning by `confirmation` × likeness × strength ^ `confirmationPower`, … */
  readonly confirmation: number;
  readonly confirmationPower: number;
  /** … counts by itself by `words` × strength × coverage ^ `coveragePower`, … */
  readonly words: number;
  readonly coveragePower: number;
  /** … and more where the words stand together. */
  readonly proximity: number;
  /** All of that is multiplied with up to 1 + this where the words of the best document cannot be there by chance. */
  readonly trust: number;
  /** How many times what chance explains they have to tell, and how sharply that counts. */
  readonly trustFrom: number;
  readonly trustSharpness: number;
  /** What likeness and words count by kind: remarks in passing are many and alike, and code is named in its own words. */
  readonly kinds: Readonly<Record<string, { readonly similarity: number; readonly words: number }>>;
}

export const fusionWeights: FusionWeights = {
  confirmation: 0.5,
  confirmationPower: 2,
  words: 0.1,
  coveragePower: 1.5,
  proximity: 0.15,
  trust: 2,
  trustFrom: 1.8,
  trustSharpness: 4,
  kinds: { exchange: { similarity: 0.8, words: 1.1 }, code: { similarity: 0.8, words: 1.6 } },
};

const written = { similarity: 1, words: 1 };
const maxBm25 = 1.5;
const wordingBonus = 0.3;

/** What a document without a vector is taken for: as alike as its words suggest. */
const estimatedSimilarity = (bm25: number) => 0.1 + 0.4 * Math.min(1, bm25);
/** A model cannot talk down a document that has all words of the query any further than this share of the guess. */
const minBelief = 0.7;

/** What is less than trusted is drawn towards what the words suggest. */
function similarityOf(
  { similarity, similarityWeight = 1 }: Pick<Candidate, "similarity" | "similarityWeight">,
  bm25: number,
  coverage: number,
): number {
  const guessed = estimatedSimilarity(bm25);
  if (similarity === undefined) return guessed;
  const believed = guessed + similarityWeight * (similarity - guessed);
  return Math.max(believed, minBelief * guessed * coverage ** 4);
}

interface Judged extends Pick<Candidate, "keyword" | "similarity" | "similarityWeight"> {
  readonly document: { readonly kind: string };
}

export interface Evidence {
  readonly relevance: number;
  /** What is mapped to the relevance; tells apart what is certain and more than certain. */
  readonly sum: number;
  /** Its parts. */
  readonly similarity: number;
  readonly confirmed: number;
  readonly words: number;
  readonly proximity: number;
  /** What other words add or take away that speak of the same, where that was looked at. */
  readonly relatedTerms?: number;
}

/**
 * How much the words of a query may be trusted. Of `size` documents one has words that tell ln(size) by chance: where no
 * document tells more than that, words count little; where the best one tells far more, they know what was meant.
 */
export function keywordWeight(
  candidates: readonly Pick<Candidate, "keyword" | "similarity">[],
  size: number,
  weights: FusionWeights = fusionWeights,
): number {
  // By words alone there is nothing to weigh them against.
  if (!candidates.some(({ similarity }) => similarity !== undefined)) return 1;
  const matchedIdf = candidates.reduce((max, { keyword: words }) => Math.max(max, words.matchedIdf), 0);
  const times = matchedIdf / Math.log(size + 2);
  const gained = weights.trust / (1 + Math.exp(weights.trustSharpness * (weights.trustFrom - times)));
  return Math.min(1, times) ** 2 * (1 + gained);
}

/** How likely the candidate is what was meant, 0 to 1. Neither list is normalised per query: a weak list stays weak. */
export function fuse(judged: Judged, trust = 1, weights = fusionWeights): Evidence {
  const { document, keyword: words, similarity } = judged;
  const bm25 = Math.min(maxBm25, words.bm25);
  const kind = weights.kinds[document.kind] ?? written;
  const alike = similarityOf(judged, bm25, words.coverage);
  const worth = trust * kind.words;
  const parts = {
    similarity: kind.similarity * alike,
    confirmed: worth * weights.confirmation * alike * bm25 ** weights.confirmationPower,
    words: worth * weights.words * bm25 * words.coverage ** weights.coveragePower,
    proximity: worth * weights.proximity * words.proximity * words.coverage ** 2,
  };
  const phrase = words.hasPhrase || words.isTitleMatch ? wordingBonus : 0;
  const sum = parts.similarity + parts.confirmed + parts.words + parts.proximity + phrase;
  const hasAnything = words.matches > 0 || similarity !== undefined;
  return { ...parts, sum, relevance: hasAnything ? relevanceOf(sum) : 0 };
}

/** How many candidates are reranked by related terms. */
export const rerankDepth = 20;
/** What they count, the less the more the words of the query themselves are trusted. */
const relatedTermsWeight = 0.15;

/**
 * Moves the best candidates by their kinship with the query. What most of them have says nothing of any of them, and that
 * there is something at all: only what one has beyond three quarters of them makes it likelier.
 */
export function rerankByRelatedTerms(
  best: readonly Evidence[],
  relatedScores: readonly number[],
  trust: number,
): Evidence[] {
  const usual = [...relatedScores].sort((a, b) => a - b)[Math.floor(0.75 * relatedScores.length)] ?? 0;
  const worth = relatedTermsWeight / (1 + trust ** 2);
  return best.map((evidence, i) => {
    const relatedTerms = worth * ((relatedScores[i] ?? usual) - usual);
    const sum = evidence.sum + relatedTerms;
    return { ...evidence, relatedTerms, sum, relevance: evidence.relevance === 0 ? 0 : relevanceOf(sum) };
  });
}

/** Half of the first hits at `even` were right ones. */
const even = 0.44;
const spread = 0.115;
/** Every word, side by side, in a short text reaches 1; the curve alone would only come near it. */
export const relevanceOf = (sum: number): number => Math.min(1, 1.03 / (1 + Math.exp((even - sum) / spread)));
