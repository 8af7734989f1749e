import { tokensOf } from "../../base/text/tokens.js";
import { keywordWeights, sumKeywords } from "../search/rank/fuse.js";
import type { WeightedTerm } from "../search/rank/score-keywords.js";
import type { Candidate } from "../search/retrieve/retrieve-candidates.js";
import { lastPart, type QueryClues } from "./query-clues.js";

export interface RankedChunk {
  readonly candidate: Candidate;
  /** What it adds to the score of its file. */
  readonly sum: number;
  /** Cosine similarity above what unrelated code has. */
  readonly similarity: number;
  /** How far it declares a symbol of the question, 0 to 1. */
  readonly declares: number;
}

/** The words of the question and what share of its information each one has. */
export type QuestionWords = ReturnType<typeof questionWords>;

export function questionWords(terms: readonly Pick<WeightedTerm, "token" | "idf" | "weight">[]) {
  const total = totalIdf(terms);
  const shares = new Map(terms.map(({ token, idf, weight }) => [token, (idf * weight) / total]));
  const share = (tokens: Iterable<string>) =>
    [...new Set(tokens)].reduce((sum, one) => sum + (shares.get(one) ?? 0), 0);
  return { count: terms.length, share };
}

export const totalIdf = (terms: readonly Pick<WeightedTerm, "idf" | "weight">[]): number =>
  terms.reduce((sum, { idf, weight }) => sum + idf * weight, 0) || 1;

// Chosen on the tuning repositories, see decision 0132.
const weights = {
  /** Cosine similarity above `minSimilarity`, which unrelated code has too. */
  similarity: 1,
  minSimilarity: 0.3,
  /** A symbol of the question, where it is declared. */
  symbol: 0.1,
};
/** One vector cannot stand for more words: the longer the question, the less its similarity counts. */
const maxEmbeddedWords = 8;
/** A name with this share of the question's information counts fully. */
const fullNameShare = 0.25;

/**
 * Keywords and similarity add up. A low similarity lowers no score: until the model has read the code, the similarity is
 * that of the name.
 */
export function rankChunk(candidate: Candidate, { symbols, words }: QueryClues, question: QuestionWords): RankedChunk {
  const { similarity = 0 } = candidate;
  const excess = Math.max(0, similarity - weights.minSimilarity);
  const lengthFactor = Math.min(1, maxEmbeddedWords / Math.max(1, question.count)) ** 2;
  const { title } = candidate.document;
  const last = lastPart(title);
  const declares = symbols.has(title) || symbols.has(last) ? 1 : last.length > 3 && words.has(last) ? 0.5 : 0;
  const byKeywords = sumKeywords(candidate.keyword, keywordWeights.code) + weights.symbol * declares;
  return { candidate, sum: byKeywords + weights.similarity * lengthFactor * excess, similarity: excess, declares };
}

/** The share of a name's words that are in the question, unless those say little. */
export function nameMatch(name: string, { share }: QuestionWords): number {
  const tokens = new Set(tokensOf(name));
  // A name of several words is a token too.
  const isPart = (token: string) => tokens.size === 1 || (!token.includes("_") && token !== name.toLowerCase());
  const parts = [...tokens].filter(isPart);
  const known = parts.filter((token) => share([token]) > 0);
  return parts.length === 0 ? 0 : (known.length / parts.length) * Math.min(1, share(known) / fullNameShare);
}
