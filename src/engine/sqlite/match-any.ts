import type { DocumentCondition, FullTextMatch } from "../full-text-index.js";
import type { SqlSession } from "../sql.js";
import { type ScoreBm25, topScored } from "./bm25.js";
import type { DocumentLengths } from "./document-lengths.js";
import { filterDocuments } from "./filter-documents.js";
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
  const { groups, filterTokens: marks, limit } = match;
  const scores = await scoreBm25(session, groups.flat(), lengths);
  for (const group of marks) await keepFiltered(session, scores, group);
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

async function keepFiltered(
  session: SqlSession,
  scores: Map<number, number>,
  filterTokens: readonly string[],
): Promise<void> {
  const [row] = await session.all<{ ids: string | null }>(
    "SELECT group_concat(rowid) AS ids FROM search_words WHERE search_words MATCH ?",
    [matchText({ groups: [], excluded: [], filterTokens: [filterTokens], limit: 0 })],
  );
  const filtered = new Set((row?.ids ?? "").split(",").map(Number));
  for (const docId of scores.keys()) if (!filtered.has(docId)) scores.delete(docId);
}

/** Words of which one is enough, all of them whole. */
const isAnyOf = ({ groups, excluded: none }: FullTextMatch): boolean =>
  groups.length === 1 && none.length === 0 && groups.every((group) => group.every((token) => !token.endsWith("*")));
