import { PGlite, type Transaction } from "@electric-sql/pglite";
import type { Dialect, Sql, SqlRow, SqlSession, SqlValue } from "../../src/engine/sql.js";

const dialect: Dialect = {
  name: "postgres",
  bytes: "BYTEA",
  listTables: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
};

/** PostgreSQL inside the test process: shows early when SQL only works on SQLite. */
export async function openPglite(): Promise<Sql> {
  const database = await PGlite.create();
  const sessionOver = (target: Pick<Transaction, "query">): SqlSession => ({
    dialect,
    all: async <R extends SqlRow>(text: string, params: readonly SqlValue[] = []) =>
      (await target.query<R>(numbered(text), [...params])).rows,
    run: async (text, params = []) => (await target.query(numbered(text), [...params])).affectedRows ?? 0,
  });
  return {
    ...sessionOver(database),
    transaction: (body) => database.transaction((tx) => body(sessionOver(tx))),
    integrity: async () => "ok",
    backup: async () => {
      throw new Error("PGlite lives in memory here");
    },
    close: () => database.close(),
  };
}

/** `?` → `$1`, `$2`, …, but not inside quotes. */
function numbered(text: string): string {
  let count = 0;
  return text.replace(/'[^']*'|\?/g, (piece) => (piece === "?" ? `$${++count}` : piece));
}
