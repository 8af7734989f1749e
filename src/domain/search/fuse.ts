import type { Candidate } from "./gather-candidates.js";

// Chosen by measurement on bench/retrieval (decision 0021 says how, and how far to trust it). Neither list is normalised per query: a weak list
// stays weak, so that a question in other words than the text is not spoilt by chance matches.
const weights = {
  /** A match of words confirms a likeness in meaning, … */
  confirmation: 0.8,
  /** … counts by itself, … */
  words: 0.1,
  /** … and more where the words stand together. */
  nearness: 0.2,
};
const mostStrength = 1.3;

/**
 * By kind: remarks in passing and code are many and repeat the words of a question; a note was written to be found.
 * They need more likeness, and words count double.
 */
const passing = { likeness: 0.8, words: 2 };
const written = { likeness: 1, words: 1 };
const passingKinds: ReadonlySet<string> = new Set(["exchange", "code"]);

/** What a document without a vector is taken for: as alike as its words suggest. */
const guessedLikeness = (strength: number) => 0.1 + 0.4 * Math.min(1, strength);
/** A model cannot talk down a match of words any further than this. */
const leastBelief = 0.7;

function likenessOf(likeness: number | undefined, strength: number): number {
  const guessed = guessedLikeness(strength);
  return likeness === undefined ? guessed : Math.max(likeness, strength > 0 ? leastBelief * guessed : 0);
}

interface Judged extends Pick<Candidate, "words" | "likeness"> {
  readonly document: { readonly kind: string };
}

export interface Evidence {
  readonly relevance: number;
  /** What is mapped to the relevance; tells apart what is certain and more than certain. */
  readonly sum: number;
  /** Its parts. */
  readonly likeness: number;
  readonly confirmed: number;
  readonly words: number;
  readonly nearness: number;
}

/** How likely the candidate is what was meant, 0 to 1. Depends on the candidate and the query alone, not on its rivals. */
export function fuse({ document, words, likeness }: Judged): Evidence {
  const kind = passingKinds.has(document.kind) ? passing : written;
  const strength = Math.min(mostStrength, words.strength);
  const alike = likenessOf(likeness, strength) * kind.likeness;
  const parts = {
    likeness: alike,
    confirmed: alike * weights.confirmation * strength ** 3,
    words: weights.words * kind.words * strength ** 2 * words.coverage ** 2,
    nearness: weights.nearness * words.nearness * words.coverage ** 2,
  };
  const phrase = words.hasPhrase ? 0.3 : 0;
  const sum = parts.likeness + parts.confirmed + parts.words + parts.nearness + phrase;
  const hasAnything = words.matches > 0 || likeness !== undefined;
  return { ...parts, sum, relevance: hasAnything ? relevanceOf(sum) : 0 };
}

/** Half of the first hits at `even` were right ones. */
const even = 0.45;
const spread = 0.12;
/** Every word, side by side, in a short text reaches 1; the curve alone would only come near it. */
export const relevanceOf = (sum: number): number => Math.min(1, 1.01 / (1 + Math.exp((even - sum) / spread)));
