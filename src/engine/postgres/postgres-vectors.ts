import { selectColumn } from "../select-column.js";
import type { SqlSession } from "../sql.js";
import type { VectorIndex } from "../vector-index.js";
import { schemaOf, trustedFunction } from "./postgres-tenants.js";
import { plannedEachTime } from "./postgres-text.js";

/** The dimensions of the bundled model; vectors of other sizes are compared without an index. */
const indexedDimensions = 384;

/** Without the index of neighbors, which needs pgvector. */
export const placeTables = [
  `CREATE TABLE search_places (
    tenant TEXT NOT NULL DEFAULT throughline_tenant(),
    seq BIGINT NOT NULL,
    nr BIGINT NOT NULL,
    model TEXT NOT NULL,
    dimensions BIGINT NOT NULL,
    place halfvec NOT NULL,
    PRIMARY KEY (tenant, seq),
    FOREIGN KEY (tenant, seq) REFERENCES search_vectors (tenant, seq) ON DELETE CASCADE
  )`,
  "CREATE INDEX search_places_by_model ON search_places (tenant, model, nr)",
];

const tables = [
  ...placeTables,
  `CREATE INDEX search_places_nearest ON search_places USING hnsw ((place::halfvec(${indexedDimensions})) halfvec_ip_ops)
   WHERE dimensions = ${indexedDimensions}`,
];

/** More waiting documents are estimated: every server asks every few seconds, also while a million documents wait. */
const maxCounted = 10_000;

/** They return only names of tenants, which background work needs before it selects one, and a number. */
const functions = (schema: string): readonly string[] => [
  trustedFunction(
    schema,
    "throughline_tenants_waiting(model TEXT) RETURNS SETOF TEXT",
    `WITH RECURSIVE tenants AS (
       (SELECT tenant FROM search_documents ORDER BY tenant LIMIT 1)
       UNION ALL SELECT (SELECT d.tenant FROM search_documents d WHERE d.tenant > t.tenant ORDER BY d.tenant LIMIT 1)
       FROM tenants t WHERE t.tenant IS NOT NULL
     )
     SELECT t.tenant FROM tenants t WHERE t.tenant IS NOT NULL AND (
       EXISTS (SELECT 1 FROM embedding_queue q WHERE q.tenant = t.tenant)
       OR NOT EXISTS (SELECT 1 FROM search_state s WHERE s.tenant = t.tenant AND s.name = 'embedded:' || model))`,
  ),
  trustedFunction(
    schema,
    "throughline_backlog() RETURNS SETOF BIGINT",
    `SELECT CASE WHEN c.n < ${maxCounted} THEN c.n
       ELSE (SELECT greatest(c.n, t.reltuples::BIGINT) FROM pg_class t WHERE t.oid = 'embedding_queue'::REGCLASS) END
     FROM (SELECT count(*) AS n FROM (SELECT 1 FROM embedding_queue LIMIT ${maxCounted}) q) c`,
  ),
];

const isAvailable = async (session: SqlSession): Promise<boolean> =>
  (await session.all("SELECT 1 AS x WHERE to_regclass('search_places') IS NOT NULL")).length > 0;

/** Vectors in pgvector, if the extension is available; otherwise there is no table. */
export const postgresVectors: VectorIndex<SqlSession> & { prepare(session: SqlSession): Promise<void> } = {
  async prepare(session) {
    for (const statement of functions(await schemaOf(session))) await session.run(statement);
    if ((await isAvailable(session)) || !(await hasExtension(session, "vector"))) return;
    for (const statement of tables) await session.run(statement);
  },

  isAvailable,

  tenantsToEmbed: (session, model) =>
    selectColumn(session, "SELECT tenant FROM throughline_tenants_waiting(?) AS waiting (tenant)", [model]),

  async countWaiting(session) {
    const text = "SELECT waiting.n AS n FROM throughline_backlog() AS waiting (n)";
    return (await selectColumn<number>(session, text))[0] ?? 0;
  },

  async insert(session, vectors) {
    for (const { docId, model, passage, vector } of vectors) {
      await session.run(
        `INSERT INTO search_places (seq, nr, model, dimensions, place)
         SELECT seq, nr, model, CAST(? AS BIGINT), CAST(? AS halfvec) FROM search_vectors
         WHERE tenant = throughline_tenant() AND nr = ? AND model = ? AND passage = ? ON CONFLICT DO NOTHING`,
        [vector.length, vectorText(vector), docId, model, passage],
      );
    }
  },

  nearest(session, { model, query, where, params, limit }) {
    const size = query.length === indexedDimensions ? `::halfvec(${indexedDimensions})` : "";
    // The tenant decides: its vectors are compared one by one where they are few among those of all tenants, because the
    // index would scan long until it has enough of them.
    return selectColumn(
      session,
      `${plannedEachTime} SELECT p.seq AS seq FROM search_places p JOIN search_documents d ON d.tenant = p.tenant AND d.nr = p.nr
       WHERE p.tenant = throughline_tenant() AND p.model = ? AND p.dimensions = ${query.length} AND ${where}
       ORDER BY p.place${size} <#> CAST(? AS halfvec)${size} LIMIT ?`,
      [model, ...params, vectorText(query), limit],
    );
  },
};

const vectorText = (numbers: Float32Array): string =>
  `[${Array.from(numbers, (value) => value.toPrecision(5)).join(",")}]`;

/** Whether an extension is installed, after an attempt to create it. */
export async function hasExtension(session: SqlSession, name: "vector" | "pg_trgm" | "btree_gin"): Promise<boolean> {
  // In a separate block, because a failure must not end the transaction.
  await session.run(`DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS ${name}; EXCEPTION WHEN OTHERS THEN NULL; END $$`);
  return (await session.all("SELECT 1 AS x FROM pg_extension WHERE extname = ?", [name])).length > 0;
}
