import type { SqlSession } from "../sql.js";
import type { WordCondition, WordMatch } from "../word-index.js";
import { fittingDocuments } from "./fitting-documents.js";
import { matchText, nearText, titleText } from "./match-text.js";

/** How many documents with common words are looked at, the newest first. */
const horizon = 5000;
/** Among the newest so many documents at first: words that are common each may be together in few. */
const firstReach = 100_000;
const nearby = 10;

/**
 * Documents with words that very many have: those with all of them in the title first, then those with all of them close
 * together, then the others; the newest first each time. Ranking them all would take as long as there are many of them.
 * Undefined where too few of the newest ones meet the condition.
 */
export async function matchCommon(
  session: SqlSession,
  condition: WordCondition,
  match: WordMatch,
): Promise<number[] | undefined> {
  const [last] = await session.all<{ nr: number | null }>("SELECT max(nr) AS nr FROM search_documents");
  const reached = Math.max(0, Number(last?.nr ?? 0) - firstReach);
  for (const since of new Set([reached, 0])) {
    const { found, isAll } = await matchSince(session, condition, match, since);
    if (found.length === match.limit || isAll) return found;
  }
  return undefined;
}

async function matchSince(session: SqlSession, condition: WordCondition, match: WordMatch, since: number) {
  const newest = await newestWith(session, matchText(match), since);
  const oldest = newest.at(-1) ?? 0;
  const titled = await newestWith(session, matchText(match, titleText(match)), oldest);
  const near =
    match.groups.length > 1 ? await newestWith(session, matchText(match, nearText(match, nearby)), oldest) : [];
  const promising = [...new Set([...titled, ...near, ...newest])];
  const found: number[] = [];
  for (let from = 0; from < promising.length && found.length < match.limit; ) {
    const some = promising.slice(from, from + Math.max(match.limit, 3 * from));
    found.push(...(await fittingDocuments(session, condition, some)));
    from += some.length;
  }
  return { found: found.slice(0, match.limit), isAll: since === 0 && newest.length < horizon };
}

async function newestWith(session: SqlSession, text: string, oldest: number): Promise<number[]> {
  const [row] = await session.all<{ nrs: string | null }>(newestText, [text, oldest, horizon]);
  return row?.nrs ? row.nrs.split(",").map(Number) : [];
}

const newestText = `SELECT group_concat(rowid) AS nrs FROM (
  SELECT rowid FROM search_words WHERE search_words MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?)`;
