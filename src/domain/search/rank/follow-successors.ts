import type { SearchIndex } from "../../../store/search/search-index.js";
import { bestFirst, type RankedCandidate } from "./rank-candidates.js";

/** How far below its successor a replaced document is put. */
const replacedShare = 0.5;

/** A document that replaces another one outranks it: it takes over the better score, and the old one falls behind. */
export async function followSuccessors(
  index: SearchIndex,
  tenant: string,
  ranked: readonly RankedCandidate[],
): Promise<RankedCandidate[]> {
  const successors = await index.successors(
    tenant,
    ranked.slice(0, 50).map(({ document }) => document.id),
  );
  if (successors.length === 0) return [...ranked];
  const byId = new Map(ranked.map((one) => [one.document.id, one]));
  for (const document of successors) {
    const old = byId.get(document.supersedes);
    if (old === undefined) continue;
    const known = byId.get(document.id);
    const score = Math.max(old.score, known?.score ?? 0);
    byId.set(document.id, { ...(known ?? old), document, score, factors: { ...known?.factors, replaces: 1 } });
    const lowered = { ...old.factors, replaced: replacedShare };
    byId.set(old.document.id, { ...old, score: Math.min(old.score, score) * replacedShare, factors: lowered });
  }
  return [...byId.values()].sort(bestFirst);
}
