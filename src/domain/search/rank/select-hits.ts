import { limitEach } from "../../../base/text/count-each.js";
import { unspacedScript } from "../../../base/text/tokens.js";
import { exchangeKind } from "../../../store/archive/exchange-document.js";
import { bestFirst, compare, type RankedCandidate } from "./rank-candidates.js";

/** How many hits with a rare token are guaranteed a position among the first five. */
const guaranteedRareHits = 3;

/** Moves the best hits with a rare token up to the last of the first five positions, no further. */
function withRareFirst(ranked: readonly RankedCandidate[], limit: number): RankedCandidate[] {
  const end = Math.min(limit, 5);
  const rare = ranked.filter(({ rareToken }) => rareToken !== undefined).slice(0, Math.min(guaranteedRareHits, end));
  const late = rare.filter((one) => ranked.indexOf(one) >= end);
  const head = ranked.filter((one) => !late.includes(one)).slice(0, end - late.length);
  // Hits with a rare token that are already early enough are not displaced.
  const raised = rare.filter((one) => !head.includes(one)).sort(bestFirst);
  return [...new Set([...head, ...raised, ...ranked])];
}

interface SelectRequest {
  readonly limit: number;
  readonly sort?: "relevance" | "date" | "frequency" | undefined;
  readonly minScore?: number | undefined;
  readonly perSession?: number | undefined;
}

/** What the best hit needs, unless the caller says. A note is written to be found: its score is right more often. */
const exchangeMinScore = 0.2;
const noteMinScore = 0.13;
/** The same by keywords alone; where every character and every pair of them is a term, an answer has fewer of all terms. */
const keywordMinScore = 0.15;
const unspacedMinScore = 0.1;
/** Where the best hit is weak, the others need this share of its score: in other words, the right one is often not first. */
const otherHitsShare = 1 / 3;

const orders: Record<"date" | "frequency", (a: RankedCandidate, b: RankedCandidate) => number> = {
  date: (a, b) => compare(b.document.at, a.document.at) || compare(a.document.id, b.document.id),
  frequency: (a, b) => b.keyword.matches - a.keyword.matches || compare(a.document.id, b.document.id),
};

/**
 * The hits to show, in the order that was asked for: the likely ones and all with a rare token; none where nothing is likely
 * enough. Not cut to `limit`.
 */
export function selectHits(
  ranked: readonly RankedCandidate[],
  { limit, sort = "relevance", minScore, perSession = 3 }: SelectRequest,
  query: string,
): RankedCandidate[] {
  const isByMeaning = ranked.some(({ similarity }) => similarity !== undefined);
  const hitMin = isByMeaning ? exchangeMinScore : unspacedScript.test(query) ? unspacedMinScore : keywordMinScore;
  const answerMinOf = ({ document }: RankedCandidate) =>
    isByMeaning && document.kind !== exchangeKind ? noteMinScore : hitMin;
  const best = Math.max(0, ...ranked.map(({ score }) => score));
  const minScoreOf = (one: RankedCandidate) => minScore ?? Math.min(answerMinOf(one), otherHitsShare * best);
  // In a large store most questions about something else have a rare word too, but rarely a name.
  const isAnswered = minScore !== undefined || ranked.some((one) => one.score >= answerMinOf(one));
  const answers = isAnswered ? ranked : ranked.filter(({ hasRareName }) => hasRareName);
  const likely = answers.filter((one) => one.score >= minScoreOf(one) || one.rareToken !== undefined);
  const hits = withRareFirst(
    limitEach(likely, ({ document: { session, id } }) => session || id, perSession),
    limit,
  );
  return sort === "relevance" ? hits : hits.sort(orders[sort]);
}
