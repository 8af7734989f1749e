import type { Sql } from "../../engine/sql.js";
import { writeState } from "../search/search-state.js";
import { openVectorStore, type StoredVector } from "../search/vector-store.js";

const batchSize = 200;

/** Copies the vectors of one tenant's documents, so that they need not be embedded again. */
export async function copyVectors(from: Sql, to: Sql, tenant: string, progress: (done: number) => void): Promise<void> {
  const vectors = openVectorStore(to);
  for (let after = 0, done = 0; ; ) {
    const rows = await from.all<VectorRow>(
      `SELECT v.seq AS seq, v.nr AS nr, v.model AS model, v.passage AS passage, v.codes AS codes, v.steps AS steps,
         v.step AS step, v.tokens AS tokens FROM search_vectors v JOIN search_documents d ON d.nr = v.nr
       WHERE d.tenant = ? AND v.seq > ? ORDER BY v.seq LIMIT ?`,
      [tenant, after, batchSize],
    );
    for (const model of new Set(rows.map((row) => row.model))) {
      const vectorsOfModel = rows.filter((row) => row.model === model).map(toVector);
      await vectors.add(model, vectorsOfModel);
    }
    done += rows.length;
    progress(done);
    after = Number(rows.at(-1)?.seq ?? 0);
    if (rows.length < batchSize) return;
  }
}

const positionsOf = (from: Sql, where: string, params: readonly string[]) =>
  from.all<{ name: string; value: number; n: number }>(
    `SELECT name, min(CAST(value AS BIGINT)) AS value, count(*) AS n FROM search_state
     WHERE name LIKE 'embedded:%' AND ${where} GROUP BY name`,
    params,
  );

/** The last embedded document of this tenant. */
export async function markEmbedded(from: Sql, to: Sql, tenant: string): Promise<void> {
  const positions = from.dialect.isKeyedByTenant
    ? await positionsOf(from, "tenant = ?", [tenant])
    : await positionsOf(from, "TRUE", []);
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
  const [tenants] = await from.all<{ n: number }>("SELECT count(DISTINCT tenant) AS n FROM search_documents");
  const tenantCount = from.dialect.isKeyedByTenant ? Number(tenants?.n ?? 0) : 1;
  const positions = await positionsOf(from, "TRUE", []);
  await to.transaction(async (session) => {
    for (const { name, value, n } of positions)
      await writeState(session, name, Number(n) < tenantCount ? "0" : String(value));
  });
}

/** Continues sequences after the copied numbers. */
export async function advanceSequences(to: Sql): Promise<void> {
  for (const statement of to.dialect.advanceSequences) await to.run(statement);
}

interface VectorRow extends Record<string, string | number | Uint8Array | null> {
  readonly seq: number;
  readonly nr: number;
  readonly model: string;
  readonly passage: number;
  readonly codes: Uint8Array;
  readonly steps: Uint8Array;
  readonly step: number;
  readonly tokens: Uint8Array | null;
}

const toVector = (row: VectorRow): StoredVector => ({
  docId: Number(row.nr),
  passage: Number(row.passage),
  codes: row.codes,
  int8: row.steps,
  scale: row.step,
  tokens: row.tokens ?? undefined,
});
