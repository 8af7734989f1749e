import type { WordMatch } from "../full-text-index.js";
import type { SqlSession } from "../sql.js";
import { adjacentText, matchText } from "./match-text.js";
import { lengthsOf, type WordLengths } from "./word-lengths.js";

/** Where more than these have the words side by side, that tells little, and some of them will do. */
const max = 400;

/**
 * Documents that have the words side by side, however old they are; the shortest first, of which they are most. Finding
 * positions takes a fraction of the time of ranking, so that all documents can be scanned. That begins with
 * the oldest, which is faster, and the newest are looked at anyway.
 */
export async function matchAdjacent(
  session: SqlSession,
  match: WordMatch,
  lengths: WordLengths | undefined,
): Promise<number[]> {
  // FTS5 would have to merge all words with the prefix first.
  if (match.groups.length === 1 || match.groups.some(([first = ""]) => first.endsWith("*"))) return [];
  const [row] = await session.all<{ nrs: string | null }>(oldestText, [matchText(match, adjacentText(match)), max]);
  const nrs = row?.nrs ? row.nrs.split(",").map(Number) : [];
  const known = lengths ?? (await lengthsOf(session, nrs));
  return nrs.sort((a, b) => known.of(a) - known.of(b) || b - a);
}

const oldestText = `SELECT group_concat(rowid) AS nrs FROM (
  SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rowid LIMIT ?)`;
