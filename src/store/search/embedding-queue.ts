import type { Sql, SqlSession } from "../../engine/sql.js";
import type { VectorIndex } from "../../engine/vector-index.js";
import { deleteRows, selectColumn, selectNumber } from "../rows.js";
import { readDocuments } from "./document-row.js";
import { readState, writeState } from "./search-state.js";

/** Documents that wait for vectors, where several processes embed them together. `claim` and `remove` work on one tenant. */
export type EmbeddingQueue = ReturnType<typeof openEmbeddingQueue>;

export function openEmbeddingQueue(sql: Sql, index: VectorIndex<SqlSession>) {
  const { ownRows } = sql.dialect;

  /** Queues what has vectors of another model only, once per model. */
  const fill = async (model: string) => {
    if ((await readState(sql, `embedded:${model}`)) !== undefined) return;
    await sql.transaction(async (session) => {
      await session.run(
        `INSERT INTO embedding_queue (nr) SELECT d.nr FROM search_documents d WHERE d.${ownRows} AND NOT EXISTS (
           SELECT 1 FROM search_vectors v WHERE v.tenant = d.tenant AND v.nr = d.nr AND v.model = ?)
         ON CONFLICT DO NOTHING`,
        [model],
      );
      const last = await selectNumber(session, `SELECT max(nr) AS n FROM search_documents WHERE ${ownRows}`);
      await writeState(session, `embedded:${model}`, String(last));
    });
  };

  return {
    /** Tenants with waiting documents. */
    tenants: (model: string) => index.tenantsToEmbed(sql, model),

    /** Calls `wake` when documents were added, where the database can tell; returns a function that stops it. */
    listen: async (wake: () => void): Promise<() => Promise<void>> => (await sql.listen?.(wake)) ?? (async () => {}),

    /** How many documents of all tenants wait. */
    size: () => index.countWaiting(sql),

    /** Claims the newest waiting documents until a time, those that still exist; other processes skip them. */
    async claim(model: string, limit: number, { now, until }: { readonly now: string; readonly until: string }) {
      await fill(model);
      return sql.transaction(async (session) => {
        const docIds = await selectColumn<number>(
          session,
          `UPDATE embedding_queue SET claimed_until = ? WHERE ${ownRows} AND nr IN (
             SELECT nr FROM embedding_queue WHERE ${ownRows} AND claimed_until < ?
             ORDER BY nr DESC LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING nr`,
          [until, now, limit],
        );
        const documents = await readDocuments(session, { [ownRows]: true, nr: docIds }, "ORDER BY nr DESC");
        return { docIds, documents };
      }, "embedding");
    },

    /** Removes claimed documents as part of the transaction that stores their vectors. */
    remove: (session: SqlSession, docIds: readonly number[]) =>
      deleteRows(session, "embedding_queue", { [ownRows]: true, nr: docIds }),
  };
}
