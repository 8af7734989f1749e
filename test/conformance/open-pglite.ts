import { PGlite, type Transaction } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { postgresDialect } from "../../src/engine/postgres/postgres-dialect.js";
import { postgresQuery } from "../../src/engine/postgres/postgres-text.js";
import type { Sql, SqlRow, SqlSession, SqlValue } from "../../src/engine/sql.js";

// Without btree_gin, whose PGlite build crashes the database; servers are tested with it.
const extensions = { pg_trgm };
/** Sums and booleans as the driver of a server gives them. */
const parsers = { 1700: Number, 16: (text: string) => (text === "t" ? 1 : 0) };
let empty: Promise<File | Blob> | undefined;

/** A dump of an empty database: creating one takes four times as long as opening a copy. */
async function makeEmpty(): Promise<File | Blob> {
  const first = await PGlite.create({ extensions });
  const copy = await first.dumpDataDir("none");
  await first.close();
  return copy;
}

/** PostgreSQL inside the test process. */
export async function openPglite(): Promise<Sql> {
  empty ??= makeEmpty();
  const database = await PGlite.create({ extensions, parsers, loadDataDir: await empty });
  await database.query("SELECT set_config('throughline.tenant', 't', false)");
  const sessionOver = (target: Pick<Transaction, "query">): SqlSession => {
    const query = <R extends SqlRow>(given: string, values: readonly SqlValue[]) => {
      const { text, params } = postgresQuery(given, values);
      return target.query<R>(text, [...params]);
    };
    return {
      dialect: postgresDialect,
      all: async <R extends SqlRow>(text: string, params: readonly SqlValue[] = []) =>
        (await query<R>(text, params)).rows,
      run: async (text, params = []) => (await query(text, params)).affectedRows ?? 0,
    };
  };
  return {
    ...sessionOver(database),
    transaction: (body) => database.transaction((tx) => body(sessionOver(tx))),
    writes: async () => "ok",
    integrity: async () => "ok",
    diagnostics: async () => [],
    seesEveryTenant: async () => true,
    size: async () => 0,
    eraseDeleted: async () => true,
    backup: async () => {
      throw new Error("PGlite lives in memory here");
    },
    close: () => database.close(),
  };
}
