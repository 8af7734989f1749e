import type { WordCondition, WordMatch } from "../full-text-index.js";
import type { SqlSession } from "../sql.js";
import { fittingDocuments } from "./fitting-documents.js";
import { matchAdjacent } from "./match-adjacent.js";
import { matchText, nearText, titleText } from "./match-text.js";
import type { WordLengths } from "./word-lengths.js";

/** How many documents with common words are looked at, the newest first. */
const horizon = 5000;
/** Among the newest so many documents at first: words that are common each may be together in few. */
const firstReach = 100_000;
const nearby = 10;

/**
 * Documents with words that very many have: in turns those with all of them in the title, side by side, and close
 * together, then the others; side by side regardless of age, otherwise the newest. Ranking them all would take as long
 * as there are many of them. Undefined where too few of these meet the condition.
 */
export async function matchCommon(
  session: SqlSession,
  condition: WordCondition,
  match: WordMatch,
  lengths: WordLengths | undefined,
): Promise<number[] | undefined> {
  const [last] = await session.all<{ nr: number | null }>("SELECT max(nr) AS nr FROM search_documents");
  const reached = Math.max(0, Number(last?.nr ?? 0) - firstReach);
  for (const since of new Set([reached, 0])) {
    const newest = await newestWith(session, matchText(match), since);
    const isAll = since === 0 && newest.length < horizon;
    const promising = newest.length > match.limit ? await pickPromising(session, match, newest, lengths) : newest;
    const found = await firstFitting(session, condition, promising, match.limit);
    if (found.length === match.limit || isAll) return found;
  }
  return undefined;
}

async function pickPromising(
  session: SqlSession,
  match: WordMatch,
  newest: readonly number[],
  lengths: WordLengths | undefined,
): Promise<number[]> {
  const oldest = newest.at(-1) ?? 0;
  const adjacent = await matchAdjacent(session, match, lengths);
  const inTitle = await allSince(session, matchText(match, titleText(match)), oldest);
  const near =
    match.groups.length > 1 ? await allSince(session, matchText(match, nearText(match, nearby)), oldest) : [];
  return [...new Set([...inTurns([inTitle, adjacent, near]), ...newest])];
}

/** The first of each list, then the second of each, and so on. */
function inTurns(lists: readonly (readonly number[])[]): number[] {
  const maxLength = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: maxLength }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

async function firstFitting(
  session: SqlSession,
  condition: WordCondition,
  nrs: readonly number[],
  limit: number,
): Promise<number[]> {
  const found: number[] = [];
  for (let from = 0; from < nrs.length && found.length < limit; ) {
    const some = nrs.slice(from, from + Math.max(limit, 3 * from));
    found.push(...(await fittingDocuments(session, condition, some)));
    from += some.length;
  }
  return found.slice(0, limit);
}

const newestWith = (session: SqlSession, text: string, since: number): Promise<number[]> =>
  numbers(session, newestText, [text, since, horizon]);

/** The newest first. Read forwards: backwards, FTS5 would go through the oldest documents too before it stops. */
const allSince = async (session: SqlSession, text: string, since: number): Promise<number[]> =>
  (await numbers(session, sinceText, [text, since])).reverse();

async function numbers(session: SqlSession, text: string, params: (string | number)[]): Promise<number[]> {
  const [row] = await session.all<{ nrs: string | null }>(text, params);
  return row?.nrs ? row.nrs.split(",").map(Number) : [];
}

const sinceText = `SELECT group_concat(rowid) AS nrs FROM (
  SELECT rowid FROM search_words WHERE search_words MATCH ? AND rowid >= ? ORDER BY rowid)`;
const newestText = `SELECT group_concat(rowid) AS nrs FROM (
  SELECT rowid FROM search_words WHERE search_words MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?)`;
