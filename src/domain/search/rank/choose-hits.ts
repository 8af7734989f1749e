import { bestFirst, type RankedCandidate } from "./rank-candidates.js";

export interface ChoiceRules {
  readonly limit: number;
  readonly minScore: number;
  /** Maximum number of hits of one session. */
  readonly perSession: number;
}

/** How many hits with a rare token are guaranteed a position among the first five. */
const guaranteedRareHits = 3;

/** Drops unlikely hits, limits hits per session, and keeps every hit with a rare token. Not cut to `limit`. */
export function chooseHits(ranked: readonly RankedCandidate[], rules: ChoiceRules): RankedCandidate[] {
  const likely = ranked.filter(({ score, rareToken }) => score >= rules.minScore || rareToken !== undefined);
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
