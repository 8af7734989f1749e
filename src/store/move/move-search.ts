import type { Sql, SqlRow } from "../../engine/sql.js";
import { selectNumber, selectRows } from "../rows.js";
import { writeState } from "../search/search-state.js";
import { openVectorStore, type StoredVector } from "../search/vector-store.js";
import type { Where } from "../sql-text.js";

const batchSize = 200;

/** Copies the vectors of one tenant's documents, so that they need not be embedded again. */
export async function copyVectors(from: Sql, to: Sql, tenant: string, progress: (done: number) => void): Promise<void> {
  const vectors = openVectorStore(to);
  for (let after = 0, done = 0; ; ) {
    const rows = await from.all<VectorRow>(
      `SELECT v.seq AS seq, v.model AS model, v.nr AS "docId", v.passage AS passage, v.codes AS codes,
         v.steps AS "int8", v.step AS scale, v.tokens AS tokens FROM search_vectors v
       JOIN search_documents d ON d.nr = v.nr WHERE d.tenant = ? AND v.seq > ? ORDER BY v.seq LIMIT ?`,
      [tenant, after, batchSize],
    );
    for (const model of new Set(rows.map((row) => row.model)))
      await vectors.add(
        model,
        rows.filter((row) => row.model === model),
      );
    done += rows.length;
    progress(done);
    after = rows.at(-1)?.seq ?? 0;
    if (rows.length < batchSize) return;
  }
}

type VectorRow = SqlRow & StoredVector & { readonly seq: number; readonly model: string };

const positionsOf = (from: Sql, where: Where) =>
  selectRows<{ name: string; value: number; n: number }>(
    from,
    "name, min(CAST(value AS BIGINT)) AS value, count(*) AS n FROM search_state",
    { ...where, "name LIKE ?": "embedded:%" },
    "GROUP BY name",
  );

/** The last embedded document of this tenant. */
export async function markEmbedded(from: Sql, to: Sql, tenant: string): Promise<void> {
  const positions = await positionsOf(from, from.dialect.isKeyedByTenant ? { tenant } : {});
  await to.transaction(async (session) => {
    for (const { name, value } of positions) await writeState(session, name, String(value));
    // Copied documents were queued, and their vectors were copied too.
    await session.run(
      `DELETE FROM embedding_queue q WHERE q.${to.dialect.ownRows}
         AND EXISTS (SELECT 1 FROM search_vectors v WHERE v.tenant = q.tenant AND v.nr = q.nr)`,
    );
  });
}

/** Where all tenants share one position, the lowest one counts. */
export async function markAllEmbedded(from: Sql, to: Sql): Promise<void> {
  const tenants = "SELECT count(DISTINCT tenant) AS n FROM search_documents";
  const tenantCount = from.dialect.isKeyedByTenant ? await selectNumber(from, tenants) : 1;
  const positions = await positionsOf(from, {});
  await to.transaction(async (session) => {
    for (const { name, value, n } of positions) await writeState(session, name, n < tenantCount ? "0" : String(value));
  });
}

/** Continues sequences after the copied numbers. */
export async function advanceSequences(to: Sql): Promise<void> {
  for (const statement of to.dialect.advanceSequences) await to.run(statement);
}
