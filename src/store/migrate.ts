import { AppError } from "../base/errors.js";
import type { Runtime } from "../base/runtime.js";
import type { Sql, SqlSession } from "../engine/sql.js";
import type { Migration } from "./migrations/migration.js";

/** Brings the schema up to date. Many processes may open one database at once: exactly one applies each step. */
export async function migrate(sql: Sql, runtime: Runtime, migrations: readonly Migration[]): Promise<void> {
  if (await isUpToDate(sql, migrations)) return;
  await sql.transaction(async (session) => {
    for (const statement of sql.dialect.beforeMigration) await session.run(statement);
    await session.run(
      "CREATE TABLE IF NOT EXISTS migrations (name TEXT NOT NULL PRIMARY KEY, applied_at TEXT NOT NULL)",
    );
    for (const migration of await missing(session, migrations)) {
      await migration.up(session);
      const row = [migration.name, runtime.now().toISOString()];
      await session.run("INSERT INTO migrations (name, applied_at) VALUES (?, ?)", row);
    }
    await sql.dialect.afterMigration(session);
  });
}

/** Checked first, so that a user without rights to change the schema can use one that is up to date. */
async function isUpToDate(sql: Sql, migrations: readonly Migration[]): Promise<boolean> {
  const hasTable = (await sql.all<{ name: string }>(sql.dialect.listTables)).some(({ name }) => name === "migrations");
  return hasTable && (await missing(sql, migrations)).length === 0;
}

async function missing(session: SqlSession, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = await session.all<{ name: string }>("SELECT name FROM migrations");
  const applied = new Set(rows.map((row) => row.name));
  const ownNames = new Set(migrations.map((migration) => migration.name));
  const unknownMigration = [...applied].find((name) => !ownNames.has(name));
  if (unknownMigration) throw newerDatabase(unknownMigration);
  return migrations.filter((migration) => !applied.has(migration.name));
}

const newerDatabase = (step: string) =>
  new AppError("conflict", `The database was written by a newer Throughline (it has ${step}). It was not changed.`, {
    hint: "Update Throughline, or set THROUGHLINE_HOME to another folder.",
  });
