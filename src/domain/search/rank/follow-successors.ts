import type { SearchIndex } from "../../../store/search/search-index.js";
import { bestFirst, type RankedCandidate } from "./rank-candidates.js";

/** Factor of the score of a replaced document. */
export const replacedFactor = 0.5;

/** Ranks a document above the one that it supersedes: it gets the higher score, and the old one's score is lowered. */
export async function followSuccessors(
  index: SearchIndex,
  tenant: string,
  ranked: readonly RankedCandidate[],
): Promise<RankedCandidate[]> {
  const successors = await index.successors(
    tenant,
    ranked.filter(({ document }) => document.isReplaced).map(({ document }) => document.id),
  );
  if (successors.length === 0) return [...ranked];
  const byId = new Map(ranked.map((one) => [one.document.id, one]));
  for (const document of successors) {
    const old = byId.get(document.supersedes);
    if (old === undefined) continue;
    const successor = byId.get(document.id);
    const score = Math.max(old.score, successor?.score ?? 0);
    const isRaised = score > (successor?.score ?? 0);
    const raised = { ...successor?.factors, ...(isRaised ? { replaces: 1 } : {}) };
    byId.set(document.id, { ...(successor ?? old), document, score, factors: raised });
    const factors = { ...old.factors, replaced: replacedFactor };
    byId.set(old.document.id, { ...old, score: Math.min(old.score, score) * replacedFactor, factors });
  }
  return [...byId.values()].sort(bestFirst);
}
