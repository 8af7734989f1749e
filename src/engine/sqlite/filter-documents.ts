import type { DocumentCondition } from "../full-text-index.js";
import type { SqlSession } from "../sql.js";

/** Those of the documents that meet the condition, in the given order. */
export async function filterDocuments(
  session: SqlSession,
  { where, params }: DocumentCondition,
  docIds: readonly number[],
): Promise<number[]> {
  if (docIds.length === 0) return [];
  const rows = await session.all<{ nr: number }>(
    // CROSS JOIN keeps the numbers first: given the tenant too, SQLite would read all of the tenant's documents.
    `SELECT d.nr AS nr FROM json_each(?) wanted CROSS JOIN search_documents d ON d.nr = wanted.value WHERE ${where}`,
    [JSON.stringify(docIds), ...params],
  );
  return rows.map(({ nr }) => nr);
}
