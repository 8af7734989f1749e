import type { FullTextMatch } from "../full-text-index.js";
import type { SqlSession } from "../sql.js";
import { type DocumentLengths, lengthsOf } from "./document-lengths.js";
import { adjacentText, matchText } from "./match-text.js";

/** If more documents than this have the words adjacent, that is little evidence, and a subset is enough. */
const maxMatches = 400;

/**
 * Documents of any age that have the words adjacent, the shortest first, because the words are a larger part of those.
 * Matching positions takes a fraction of the time of ranking, so all documents can be scanned. The scan starts with the
 * oldest, which is faster; the newest are searched elsewhere anyway.
 */
export async function matchAdjacent(
  session: SqlSession,
  match: FullTextMatch,
  lengths: DocumentLengths | undefined,
): Promise<number[]> {
  // FTS5 would have to merge all words with the prefix first.
  if (match.groups.length === 1 || match.groups.some(([first = ""]) => first.endsWith("*"))) return [];
  const [row] = await session.all<{ ids: string | null }>(oldestQuery, [
    matchText(match, adjacentText(match)),
    maxMatches,
  ]);
  const docIds = row?.ids ? row.ids.split(",").map(Number) : [];
  const docLengths = lengths ?? (await lengthsOf(session, docIds));
  return docIds.sort((a, b) => docLengths.lengthOf(a) - docLengths.lengthOf(b) || b - a);
}

const oldestQuery = `SELECT group_concat(rowid) AS ids FROM (
  SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rowid LIMIT ?)`;
