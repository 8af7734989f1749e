import type { Sql, SqlSession } from "../../engine/sql.js";
import { readDocuments } from "./document-row.js";
import { addWords, type SearchWriter } from "./search-writer.js";

const batchSize = 500;

/** A writer that rebuilds damaged full-text tables instead of failing, so that no record is lost because of its index. */
export const selfRepairing = (session: SqlSession, { put, add, remove, replace }: SearchWriter): SearchWriter => ({
  put: (tenant, documents) => repairing(session, () => put(tenant, documents)),
  // The document itself was added before its words failed.
  async add(tenant, document) {
    const addAgain = () => put(tenant, [document]);
    await repairing<unknown>(session, () => add(tenant, document), undefined, addAgain);
  },
  remove: (tenant, ids) => repairing(session, () => remove(tenant, ids)),
  replace: (tenant, of, documents) => repairing(session, () => replace(tenant, of, documents)),
});

/** The same for reads outside of a transaction. */
export const repairingRead = <T>(sql: Sql, body: () => Promise<T>): Promise<T> =>
  repairing(sql, body, () => sql.transaction(rebuildFullText));

async function repairing<T>(
  session: SqlSession,
  body: () => Promise<T>,
  rebuild = () => rebuildFullText(session),
  again: () => Promise<T> = body,
): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (!session.dialect.fullText.isDamaged?.(error)) throw error;
    await rebuild();
    return again();
  }
}

async function rebuildFullText(caller: SqlSession): Promise<void> {
  // The documents are redacted already.
  const session = caller.plain ?? caller;
  await session.dialect.fullText.reset?.(session);
  for (let last = 0, hasMore = true; hasMore; ) {
    const documents = await readDocuments(session, { "nr >": last }, "ORDER BY nr LIMIT ?", batchSize);
    await addWords(session, documents);
    last = documents.at(-1)?.docId ?? last;
    hasMore = documents.length === batchSize;
  }
}
