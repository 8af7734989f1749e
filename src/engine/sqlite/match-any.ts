import type { DocumentCondition, FullTextMatch } from "../full-text-index.js";
import type { SqlSession } from "../sql.js";
import { type ScoreBm25, topScored } from "./bm25.js";
import { filterDocuments, readDocIds } from "./doc-ids.js";
import type { DocumentLengths } from "./document-lengths.js";
import { matchText } from "./match-text.js";

/** The documents with most of the words, best first; undefined for a match that is not about any of some whole words. */
export async function matchAny(
  session: SqlSession,
  condition: DocumentCondition,
  match: FullTextMatch,
  lengths: DocumentLengths,
  scoreBm25: ScoreBm25,
): Promise<number[] | undefined> {
  if (!isAnyOf(match)) return undefined;
  const { groups, limit } = match;
  const scores = await scoreBm25(session, groups.flat(), lengths);
  for (const tokens of match.filterTokens) {
    const text = matchText({ groups: [], excluded: [], filterTokens: [tokens], limit: 0 });
    const filtered = new Set(await readDocIds(session, text));
    for (const docId of scores.keys()) if (!filtered.has(docId)) scores.delete(docId);
  }
  const docIds: number[] = [];
  for (let from = 0, count = limit; from < scores.size && docIds.length < limit; count *= 4) {
    const best = topScored(scores, count);
    if (best.length > from) docIds.push(...(await filterDocuments(session, condition, best.slice(from))));
    // Scores can be NaN when other processes write meanwhile; then there are never enough.
    else if (count >= scores.size) break;
    from = best.length;
  }
  return docIds.slice(0, limit);
}

/** Words of which one is enough, all of them whole. */
const isAnyOf = ({ groups, excluded }: FullTextMatch): boolean =>
  groups.length === 1 && excluded.length === 0 && groups.flat().every((token) => !token.endsWith("*"));
