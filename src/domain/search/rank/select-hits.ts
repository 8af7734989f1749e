import { unspacedScript } from "../../../base/text/tokens.js";
import { chooseHits } from "./choose-hits.js";
import { compare, type RankedCandidate } from "./rank-candidates.js";

interface SelectRequest {
  readonly limit: number;
  readonly sort?: "relevance" | "date" | "frequency";
  readonly minScore?: number;
  readonly perSession?: number;
}

/** What the best hit needs, unless the caller says. */
const answerMinScore = 0.2;
/** The same by keywords alone; where every character and every pair of them is a term, an answer has fewer of all terms. */
const keywordMinScore = 0.15;
const unspacedMinScore = 0.1;
/** Where the best hit is weak, the others need this share of its score: in other words, the right one is often not first. */
const otherHitsShare = 1 / 3;

const orders: Record<"date" | "frequency", (a: RankedCandidate, b: RankedCandidate) => number> = {
  date: (a, b) => compare(b.document.at, a.document.at) || compare(a.document.id, b.document.id),
  frequency: (a, b) => b.keyword.matches - a.keyword.matches || compare(a.document.id, b.document.id),
};

/** The hits to show, in the order that was asked for; none where nothing is likely enough. Not cut to `limit`. */
export function selectHits(
  ranked: readonly RankedCandidate[],
  request: SelectRequest,
  query: string,
): RankedCandidate[] {
  const isByMeaning = ranked.some(({ similarity }) => similarity !== undefined);
  const answerMin = isByMeaning ? answerMinScore : unspacedScript.test(query) ? unspacedMinScore : keywordMinScore;
  const { sort = "relevance", perSession = 3 } = request;
  const best = Math.max(0, ...ranked.map(({ score }) => score));
  const { minScore = Math.min(answerMin, otherHitsShare * best) } = request;
  // In a large store most questions about something else have a rare word too, but rarely a name.
  const isAnswered = request.minScore !== undefined || best >= answerMin;
  const answers = isAnswered ? ranked : ranked.filter(({ hasRareName }) => hasRareName);
  const hits = chooseHits(answers, { limit: request.limit, perSession, minScore });
  return sort === "relevance" ? hits : hits.sort(orders[sort]);
}
