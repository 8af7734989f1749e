import type { RelatedTerms } from "../../../engine/related-terms.js";
import type { IndexedDocument } from "../../../store/search/document-row.js";
import type { ParsedQuery } from "../query/parse-query.js";
import type { Candidate } from "../retrieve/retrieve-candidates.js";
import { type Evidence, fuse, keywordWeight, rerankByRelatedTerms, rerankDepth } from "./fuse.js";
import { scoreRelatedTerms } from "./related-terms.js";
import type { WeightedTerm } from "./score-keywords.js";

export interface RankingRules {
  readonly size: number;
  /** Where they are known, what documents say in other words counts, too. */
  readonly relatedTerms?: (() => RelatedTerms | undefined) | undefined;
}

export interface RankedCandidate extends Candidate {
  /** 0 to 1. */
  readonly score: number;
  readonly evidence: Evidence;
  /** What the score was multiplied with, by reason. */
  readonly factors: Readonly<Record<string, number>>;
  /** A token that is in very few documents and was typed: such a hit is never lost. */
  readonly rareToken: string | undefined;
}

/** Trusted less than this, a document comes after all others, however well it matches. */
const demotedBelow = 0.1;
/** Words that are trusted so far need no others that speak of the same. */
const wordsSuffice = 2;
/** What lies outside the time that the query speaks of. */
const outsidePeriod = 0.5;

/** Best first. Equal scores: newer first, then by id, so that the order never depends on chance. */
export function rankCandidates(
  candidates: readonly Candidate[],
  terms: readonly WeightedTerm[],
  query: ParsedQuery,
  rules: RankingRules,
): RankedCandidate[] {
  const rare = rareTokens(terms, rules.size);
  const judged = judge(candidates, terms, rules);
  return judged
    .map(({ candidate, evidence }) => {
      const factors = factorsOf(candidate.document, query);
      const score = evidence.relevance * factors.trust * factors.period;
      const rareToken = candidate.keyword.matched.find((token) => rare.has(token));
      return { ...candidate, evidence, factors, score, rareToken };
    })
    .sort(bestFirst);
}

interface Judged {
  readonly candidate: Candidate;
  readonly evidence: Evidence;
}

function judge(
  candidates: readonly Candidate[],
  terms: readonly WeightedTerm[],
  { size, relatedTerms }: RankingRules,
): readonly Judged[] {
  const trust = keywordWeight(candidates, size);
  const judged = candidates.map((candidate) => ({ candidate, evidence: fuse(candidate, trust) }));
  // By words alone, nothing was found by what it means; and words that know what was meant need no others.
  const isByWords = trust >= wordsSuffice || !candidates.some(({ similarity }) => similarity !== undefined);
  const known = isByWords ? undefined : relatedTerms?.();
  if (known === undefined) return judged;
  judged.sort((a, b) => b.evidence.sum - a.evidence.sum || compare(a.candidate.document.id, b.candidate.document.id));
  const best = judged.slice(0, rerankDepth);
  const relatedTermsScore = scoreRelatedTerms(known, terms, size);
  const relatedScores = best.map(({ candidate: { document, keyword: words } }) =>
    relatedTermsScore(document, words.matched),
  );
  const evidences = best.map(({ evidence }) => evidence);
  const moved = rerankByRelatedTerms(evidences, relatedScores, trust);
  return judged.map((one, i) => ({ ...one, evidence: moved[i] ?? one.evidence }));
}

export const bestFirst = (a: RankedCandidate, b: RankedCandidate): number =>
  Number(isDemoted(a.document)) - Number(isDemoted(b.document)) ||
  b.score - a.score ||
  b.evidence.sum - a.evidence.sum ||
  compare(b.document.at, a.document.at) ||
  compare(a.document.id, b.document.id);

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const isDemoted = ({ confidence }: IndexedDocument): boolean => confidence < demotedBelow;

function factorsOf(document: IndexedDocument, query: ParsedQuery) {
  // Trust moves a hit a little: the text decides what it is about.
  const trust = 0.8 + 0.2 * Math.min(1, Math.max(0, document.confidence));
  const { period } = query;
  const isInside = !period || (document.at >= period.since && document.at <= period.until);
  return { trust, period: isInside ? 1 : outsidePeriod };
}

/** In a small store most words are in few documents: there, only what was typed as a name counts as rare. */
const plainWordsFrom = 1000;
const rareDocuments = 3;

function rareTokens(terms: readonly WeightedTerm[], size: number): ReadonlySet<string> {
  const rare = terms.filter(
    ({ docFreq: documents, isExact, isIncomplete, weight }) =>
      documents > 0 &&
      documents <= rareDocuments &&
      weight >= 1 &&
      !isIncomplete &&
      (isExact || size >= plainWordsFrom),
  );
  return new Set(rare.map(({ token }) => token));
}
