import type { DocumentCondition, FullTextMatch } from "../full-text-index.js";
import type { SqlSession } from "../sql.js";
import type { DocumentLengths } from "./document-lengths.js";
import { filterDocuments } from "./filter-documents.js";
import { matchAdjacent } from "./match-adjacent.js";
import { matchText, nearText, titleText } from "./match-text.js";

/** Maximum number of documents with common words to examine, the newest first. */
const maxScanned = 5000;
/** The newest documents are searched first; all only if too few match, because common words can be rare together. */
const firstWindow = 100_000;
const maxDistance = 10;

/**
 * Documents with words that very many have. Interleaves those with all words in the title, adjacent, and near each
 * other, then the rest; adjacent ones regardless of age, otherwise the newest. Ranking all of them would take too long.
 * Undefined if too few of these meet the condition.
 */
export async function matchCommon(
  session: SqlSession,
  condition: DocumentCondition,
  match: FullTextMatch,
  lengths: DocumentLengths | undefined,
): Promise<number[] | undefined> {
  const [last] = await session.all<{ nr: number | null }>("SELECT max(nr) AS nr FROM search_documents");
  const windowStart = Math.max(0, Number(last?.nr ?? 0) - firstWindow);
  for (const since of new Set([windowStart, 0])) {
    const newest = await newestWith(session, matchText(match), since);
    const isAll = since === 0 && newest.length < maxScanned;
    const promising = newest.length > match.limit ? await pickPromising(session, match, newest, lengths) : newest;
    const docIds = await takeMatching(session, condition, promising, match.limit);
    if (docIds.length === match.limit || isAll) return docIds;
  }
  return undefined;
}

async function pickPromising(
  session: SqlSession,
  match: FullTextMatch,
  newest: readonly number[],
  lengths: DocumentLengths | undefined,
): Promise<number[]> {
  const oldest = newest.at(-1) ?? 0;
  const adjacent = await matchAdjacent(session, match, lengths);
  const inTitle = await allSince(session, matchText(match, titleText(match)), oldest);
  const near =
    match.groups.length > 1 ? await allSince(session, matchText(match, nearText(match, maxDistance)), oldest) : [];
  return [...new Set([...interleave([inTitle, adjacent, near]), ...newest])];
}

/** The first of each list, then the second of each, and so on. */
function interleave(lists: readonly (readonly number[])[]): number[] {
  const maxLength = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: maxLength }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

async function takeMatching(
  session: SqlSession,
  condition: DocumentCondition,
  docIds: readonly number[],
  limit: number,
): Promise<number[]> {
  const matching: number[] = [];
  for (let from = 0; from < docIds.length && matching.length < limit; ) {
    const batch = docIds.slice(from, from + Math.max(limit, 3 * from));
    matching.push(...(await filterDocuments(session, condition, batch)));
    from += batch.length;
  }
  return matching.slice(0, limit);
}

const newestWith = (session: SqlSession, text: string, since: number): Promise<number[]> =>
  readDocIds(session, newestQuery, [text, since, maxScanned]);

/** The newest first. Read in ascending order, because in descending order FTS5 would also read the oldest documents. */
const allSince = async (session: SqlSession, text: string, since: number): Promise<number[]> =>
  (await readDocIds(session, sinceQuery, [text, since])).reverse();

async function readDocIds(session: SqlSession, text: string, params: (string | number)[]): Promise<number[]> {
  const [row] = await session.all<{ ids: string | null }>(text, params);
  return row?.ids ? row.ids.split(",").map(Number) : [];
}

const sinceQuery = `SELECT group_concat(rowid) AS ids FROM (
  SELECT rowid FROM search_words WHERE search_words MATCH ? AND rowid >= ? ORDER BY rowid)`;
const newestQuery = `SELECT group_concat(rowid) AS ids FROM (
  SELECT rowid FROM search_words WHERE search_words MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?)`;
