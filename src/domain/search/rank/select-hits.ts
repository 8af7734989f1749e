import { unspacedScript } from "../../../base/text/tokens.js";
import { exchangeKind } from "../../../store/archive/exchange-document.js";
import { bestFirst, compare, type RankedCandidate } from "./rank-candidates.js";

export interface ChoiceRules {
  readonly limit: number;
  minScoreOf(candidate: RankedCandidate): number;
  /** Maximum number of hits of one session. */
  readonly perSession: number;
}

/** How many hits with a rare token are guaranteed a position among the first five. */
const guaranteedRareHits = 3;

/** Drops unlikely hits, limits hits per session, and keeps every hit with a rare token. Not cut to `limit`. */
function chooseHits(ranked: readonly RankedCandidate[], rules: ChoiceRules): RankedCandidate[] {
  const likely = ranked.filter((one) => one.score >= rules.minScoreOf(one) || one.rareToken !== undefined);
  return withRareFirst(limitPerSession(likely, rules.perSession), rules.limit);
}

function limitPerSession(ranked: readonly RankedCandidate[], perSession: number): RankedCandidate[] {
  const counts = new Map<string, number>();
  return ranked.filter(({ document: { session } }) => {
    if (session === "") return true;
    const count = (counts.get(session) ?? 0) + 1;
    counts.set(session, count);
    return count <= perSession;
  });
}

/** Moves the best hits with a rare token up to the last of the first five positions, no further. */
function withRareFirst(ranked: readonly RankedCandidate[], limit: number): RankedCandidate[] {
  const end = Math.min(limit, 5);
  const rare = ranked.filter(({ rareToken }) => rareToken !== undefined).slice(0, Math.min(guaranteedRareHits, end));
  const lateHits = rare.filter((one) => ranked.indexOf(one) >= end);
  if (lateHits.length === 0) return [...ranked];
  const others = ranked.filter((one) => !lateHits.includes(one));
  const headLength = end - lateHits.length;
  // Hits with a rare token that are already early enough are not displaced.
  const [head, rest] = [others.slice(0, headLength), others.slice(headLength)];
  const displaced = rest.filter((one) => rare.includes(one));
  return [...head, ...[...lateHits, ...displaced].sort(bestFirst), ...rest.filter((one) => !displaced.includes(one))];
}

interface SelectRequest {
  readonly limit: number;
  readonly sort?: "relevance" | "date" | "frequency";
  readonly minScore?: number;
  readonly perSession?: number;
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

/** The hits to show, in the order that was asked for; none where nothing is likely enough. Not cut to `limit`. */
export function selectHits(
  ranked: readonly RankedCandidate[],
  request: SelectRequest,
  query: string,
): RankedCandidate[] {
  const isByMeaning = ranked.some(({ similarity }) => similarity !== undefined);
  const hitMin = isByMeaning ? exchangeMinScore : unspacedScript.test(query) ? unspacedMinScore : keywordMinScore;
  const answerMinOf = ({ document }: RankedCandidate) =>
    isByMeaning && document.kind !== exchangeKind ? noteMinScore : hitMin;
  const { sort = "relevance", perSession = 3 } = request;
  const best = Math.max(0, ...ranked.map(({ score }) => score));
  const minScoreOf = (one: RankedCandidate) => request.minScore ?? Math.min(answerMinOf(one), otherHitsShare * best);
  // In a large store most questions about something else have a rare word too, but rarely a name.
  const isAnswered = request.minScore !== undefined || ranked.some((one) => one.score >= answerMinOf(one));
  const answers = isAnswered ? ranked : ranked.filter(({ hasRareName }) => hasRareName);
  const hits = chooseHits(answers, { limit: request.limit, perSession, minScoreOf });
  return sort === "relevance" ? hits : hits.sort(orders[sort]);
}
