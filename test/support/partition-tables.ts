import type { PostgresServer } from "./postgres-server.js";
import type { TenantDatabase } from "./tenant-database.js";

/** Tables that grow with a tenant. */
export const largeTables = ["search_documents", "search_words", "search_vectors", "memories", "exchanges"];

/** Splits a table into four by a hash of the tenant, as docs/guides/team-service-database.md describes. */
export async function partitionTable(server: PostgresServer, { owner, ownerUrl }: TenantDatabase, table: string) {
  const triggers = await owner.all<{ definition: string }>(
    "SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = to_regclass(?) AND NOT tgisinternal",
    [table],
  );
  const sequences = await owner.all<{ name: string }>(
    "SELECT objid::regclass::text AS name FROM pg_depend WHERE refobjid = to_regclass(?) AND deptype = 'a' AND classid = 'pg_class'::regclass AND objid IN (SELECT seqrelid FROM pg_sequence)",
    [table],
  );
  const partitions = [0, 1, 2, 3].map((n) => `${table}_${n}`);
  await server.run(
    ownerUrl,
    ...sequences.map(({ name }) => `ALTER SEQUENCE ${name} OWNED BY NONE`),
    `ALTER TABLE ${table} RENAME TO ${table}_whole`,
    `CREATE TABLE ${table} (LIKE ${table}_whole INCLUDING ALL) PARTITION BY HASH (tenant)`,
    ...partitions.map(
      (name, n) => `CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES WITH (MODULUS 4, REMAINDER ${n})`,
    ),
    `INSERT INTO ${table} SELECT * FROM ${table}_whole`,
    `DROP TABLE ${table}_whole`,
    ...triggers.map(({ definition }) => definition),
    ...[table, ...partitions].flatMap((name) => [
      `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
      `CREATE POLICY one_tenant ON ${name} USING (tenant = throughline_tenant()) WITH CHECK (tenant = throughline_tenant())`,
    ]),
  );
}
