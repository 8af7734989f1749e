import { bestFirst, type RankedCandidate } from "./rank-candidates.js";

export interface ChoiceRules {
  readonly limit: number;
  readonly minScore: number;
  /** Most hits of one session. */
  readonly perSession: number;
}

/** Hits with a rare token that are sure of a place, and the place they are sure of. */
const surePlaces = 3;

/** From a ranking to the answers, still all of them: what is unlikely is left out, no session fills the list, no exact hit is lost. */
export function chooseHits(ranked: readonly RankedCandidate[], rules: ChoiceRules): RankedCandidate[] {
  const likely = ranked.filter(({ score, rareToken }) => score >= rules.minScore || rareToken !== undefined);
  return withRareFirst(spread(likely, rules.perSession), rules.limit);
}

function spread(ranked: readonly RankedCandidate[], perSession: number): RankedCandidate[] {
  const seen = new Map<string, number>();
  return ranked.filter(({ document: { session } }) => {
    if (session === "") return true;
    const count = (seen.get(session) ?? 0) + 1;
    seen.set(session, count);
    return count <= perSession;
  });
}

/** Moves the best hits with a rare token up to the last place that is still seen, no further. */
function withRareFirst(ranked: readonly RankedCandidate[], limit: number): RankedCandidate[] {
  const end = Math.min(limit, 5);
  const rare = ranked.filter(({ rareToken }) => rareToken !== undefined).slice(0, Math.min(surePlaces, end));
  const late = rare.filter((one) => ranked.indexOf(one) >= end);
  if (late.length === 0) return [...ranked];
  const others = ranked.filter((one) => !late.includes(one));
  const keep = end - late.length;
  // Rare ones that are early enough already keep their place even if it is among those that give way.
  const [head, rest] = [others.slice(0, keep), others.slice(keep)];
  const displaced = rest.filter((one) => rare.includes(one));
  return [...head, ...[...late, ...displaced].sort(bestFirst), ...rest.filter((one) => !displaced.includes(one))];
}
