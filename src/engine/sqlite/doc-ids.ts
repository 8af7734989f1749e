import type { DocumentCondition } from "../full-text-index.js";
import { selectColumn } from "../select-column.js";
import type { SqlSession } from "../sql.js";

/** Ids of the documents that match; `rest` narrows, orders and limits. */
export async function readDocIds(session: SqlSession, match: string, rest = "", ...params: number[]) {
  // One text for all rows: returning a row each would take ten times as long.
  const text = `SELECT group_concat(rowid) AS ids FROM (SELECT rowid FROM search_words WHERE search_words MATCH ? ${rest})`;
  const [ids] = await selectColumn<string | null>(session, text, [match, ...params]);
  return ids ? ids.split(",").map(Number) : [];
}

/** Those of the documents that meet the condition, in the given order. */
export async function filterDocuments(
  session: SqlSession,
  { where, params }: DocumentCondition,
  docIds: readonly number[],
): Promise<number[]> {
  if (docIds.length === 0) return [];
  return selectColumn(
    session,
    // CROSS JOIN keeps the numbers first: given the tenant too, SQLite would read all of the tenant's documents.
    `SELECT d.nr AS nr FROM json_each(?) wanted CROSS JOIN search_documents d ON d.nr = wanted.value WHERE ${where}`,
    [JSON.stringify(docIds), ...params],
  );
}
