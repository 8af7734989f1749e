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
    await session.run(
      "CREATE TABLE IF NOT EXISTS migration_needs (name TEXT NOT NULL PRIMARY KEY, needs TEXT NOT NULL)",
    );
    for (const { name, needs, up } of await missing(session, migrations)) {
      await up(session);
      const row = [name, runtime.now().toISOString()];
      await session.run("INSERT INTO migrations (name, applied_at) VALUES (?, ?)", row);
      if (needs) await session.run("INSERT INTO migration_needs (name, needs) VALUES (?, ?)", [name, needs]);
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
  await refuseIncompatible(
    session,
    [...applied].filter((name) => !ownNames.has(name)),
    ownNames,
  );
  return migrations.filter((migration) => !applied.has(migration.name));
}

/** A newer program has changed the schema. Steps that only added something say which step a program must know beside them. */
async function refuseIncompatible(
  session: SqlSession,
  unknown: readonly string[],
  ownNames: ReadonlySet<string>,
): Promise<void> {
  if (unknown.length === 0) return;
  const tables = await session.all<{ name: string }>(session.dialect.listTables);
  const hasNeeds = tables.some(({ name }) => name === "migration_needs");
  const rows = hasNeeds
    ? await session.all<{ name: string; needs: string }>("SELECT name, needs FROM migration_needs")
    : [];
  const needs = new Map(rows.map((row) => [row.name, row.needs]));
  const incompatible = unknown.find((name) => !ownNames.has(needs.get(name) ?? ""));
  if (incompatible !== undefined) throw newerDatabase(incompatible);
}

const newerDatabase = (step: string) =>
  new AppError("conflict", `The database was written by a newer Throughline (it has ${step}). It was not changed.`, {
    hint: "Update Throughline, or set THROUGHLINE_HOME to another folder.",
  });
