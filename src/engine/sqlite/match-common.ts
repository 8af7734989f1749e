import type { DocumentCondition, FullTextMatch } from "../full-text-index.js";
import { selectColumn } from "../select-column.js";
import type { SqlSession } from "../sql.js";
import { filterDocuments, readDocIds } from "./doc-ids.js";
import { type DocumentLengths, lengthsOf } from "./document-lengths.js";
import { adjacentText, matchText, nearText, titleText } from "./match-text.js";

/** Maximum number of documents with common words to examine, the newest first. */
const maxScanned = 5000;
/** The newest documents are searched first; all only if too few match, because common words can be rare together. */
const firstWindow = 100_000;
const maxDistance = 10;
/** If more documents than this have the words adjacent, that is little evidence, and a subset is enough. */
const maxAdjacent = 400;

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
  const [last] = await selectColumn<number | null>(session, "SELECT max(nr) AS nr FROM search_documents");
  const windowStart = Math.max(0, (last ?? 0) - firstWindow);
  for (const since of new Set([windowStart, 0])) {
    const newest = await readDocIds(session, matchText(match), fromNewest, since, maxScanned);
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
  const allSince = async (words: string) =>
    // In ascending order, because in descending order FTS5 would also read the oldest documents.
    (await readDocIds(session, matchText(match, words), "AND rowid >= ? ORDER BY rowid", oldest)).reverse();
  const adjacent = await matchAdjacent(session, match, lengths);
  const inTitle = await allSince(titleText(match));
  const near = match.groups.length > 1 ? await allSince(nearText(match, maxDistance)) : [];
  return [...new Set([...interleave([inTitle, adjacent, near]), ...newest])];
}

const fromNewest = "AND rowid >= ? ORDER BY rowid DESC LIMIT ?";

/**
 * Documents of any age that have the words adjacent, the shortest first, because the words are a larger part of those.
 * Matching positions takes a fraction of the time of ranking, so all documents can be scanned. The scan starts with the
 * oldest, which is faster; the newest are searched elsewhere anyway.
 */
async function matchAdjacent(session: SqlSession, match: FullTextMatch, lengths: DocumentLengths | undefined) {
  // FTS5 would have to merge all words with the prefix first.
  if (match.groups.length === 1 || match.groups.some(([first = ""]) => first.endsWith("*"))) return [];
  const docIds = await readDocIds(
    session,
    matchText(match, adjacentText(match)),
    "ORDER BY rowid LIMIT ?",
    maxAdjacent,
  );
  const docLengths = lengths ?? (await lengthsOf(session, docIds));
  return docIds.sort((a, b) => docLengths.lengthOf(a) - docLengths.lengthOf(b) || b - a);
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
