import type { IndexedDocument } from "../../../store/search/document-row.js";
import type { ParsedQuery } from "../query/parse-query.js";
import type { Candidate } from "../retrieve/retrieve-candidates.js";
import { type Evidence, fuse } from "./fuse.js";
import type { WeightedTerm } from "./score-keywords.js";

export interface RankedCandidate extends Candidate {
  /** 0 to 1. */
  readonly score: number;
  readonly evidence: Evidence;
  /** Factors of the score, by reason. */
  readonly factors: Readonly<Record<string, number>>;
  /** A query token that very few documents have: such a hit is kept below the minimum score. */
  readonly rareToken: string | undefined;
  /** It has a rare token that was typed as a name: such a hit is an answer by itself. */
  readonly hasRareName: boolean;
}

/** Documents below this confidence rank after all others, however well they match. */
const demotedBelow = 0.1;
/** Factor for documents outside the period of the query. */
const outsidePeriodFactor = 0.5;

/** Best first. Equal scores: newer first, then by id, so that the order is deterministic. */
export function rankCandidates(
  candidates: readonly Candidate[],
  terms: readonly WeightedTerm[],
  query: ParsedQuery,
  size: number,
  searched = size,
): RankedCandidate[] {
  const rare = rareTokens(terms, size);
  const rareNames = new Set(terms.filter(({ isExact, token }) => isExact && rare.has(token)).map(({ token }) => token));
  const named = candidates.map((one) => ({
    ...one,
    hasRareName: one.keyword.matched.some((token) => rareNames.has(token)),
  }));
  const evidences = fuse(named, size, searched);
  return named
    .map((candidate, i) => {
      const evidence = evidences[i] as Evidence;
      const factors = factorsOf(candidate.document, query);
      const score = evidence.relevance * factors.trust * factors.period;
      const rareToken = candidate.keyword.matched.find((token) => rare.has(token));
      return { ...candidate, evidence, factors, score, rareToken };
    })
    .sort(bestFirst);
}

export const bestFirst = (a: RankedCandidate, b: RankedCandidate): number =>
  Number(isDemoted(a.document)) - Number(isDemoted(b.document)) ||
  b.score - a.score ||
  b.evidence.sum - a.evidence.sum ||
  compare(b.document.at, a.document.at) ||
  compare(a.document.id, b.document.id);

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const isDemoted = ({ confidence }: Pick<IndexedDocument, "confidence">): boolean => confidence < demotedBelow;

function factorsOf(document: IndexedDocument, query: ParsedQuery) {
  // Confidence changes the order a little; relevance decides.
  const trust = 0.8 + 0.2 * Math.min(1, Math.max(0, document.confidence));
  const { period } = query;
  const isInside = !period || (document.at >= period.since && document.at <= period.until);
  return { trust, period: isInside ? 1 : outsidePeriodFactor };
}

/** In a small store most words are in few documents: there, only identifiers count as rare. */
const minSizeForPlainWords = 1000;
const maxRareDocFreq = 3;

function rareTokens(terms: readonly WeightedTerm[], size: number): ReadonlySet<string> {
  const rare = terms.filter(
    ({ docFreq, isExact, isIncomplete, weight }) =>
      docFreq > 0 &&
      docFreq <= maxRareDocFreq &&
      weight >= 1 &&
      !isIncomplete &&
      (isExact || size >= minSizeForPlainWords),
  );
  return new Set(rare.map(({ token }) => token));
}
