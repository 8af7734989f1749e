import { AppError } from "../base/errors.js";
import type { Runtime } from "../base/runtime.js";
import type { Sql, SqlSession } from "../engine/sql.js";
import { createTable, type Migration } from "./migrations/migration.js";
import { insertRow, selectColumn } from "./rows.js";

/** Brings the schema up to date. Many processes may open one database at once: exactly one applies each step. */
export async function migrate(sql: Sql, runtime: Runtime, migrations: readonly Migration[]): Promise<void> {
  if (await isUpToDate(sql, migrations)) return;
  await sql.transaction(async (session) => {
    for (const statement of sql.dialect.beforeMigration) await session.run(statement);
    await session.run(createTable("IF NOT EXISTS migrations", "name, applied_at", "name"));
    await session.run(createTable("IF NOT EXISTS migration_needs", "name, needs", "name"));
    for (const { name, needs, up } of await missing(session, migrations)) {
      await up(session);
      await insertRow(session, "migrations", { name, applied_at: runtime.now().toISOString() });
      if (needs) await insertRow(session, "migration_needs", { name, needs });
    }
    await sql.dialect.afterMigration(session);
  });
}

/** Checked first, so that a user without rights to change the schema can use one that is up to date. */
const isUpToDate = async (sql: Sql, migrations: readonly Migration[]): Promise<boolean> =>
  (await hasTable(sql, "migrations")) && (await missing(sql, migrations)).length === 0;

const hasTable = async (session: SqlSession, name: string): Promise<boolean> =>
  (await selectColumn(session, session.dialect.listTables)).includes(name);

async function missing(session: SqlSession, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await selectColumn(session, "SELECT name FROM migrations");
  const ownNames = migrations.map(({ name }) => name);
  const unknown = applied.filter((name) => !ownNames.includes(name));
  if (unknown.length > 0) await refuseIncompatible(session, unknown, ownNames);
  return migrations.filter(({ name }) => !applied.includes(name));
}

/** A newer program has changed the schema. Steps that only added something say which step a program must know beside them. */
async function refuseIncompatible(session: SqlSession, unknown: readonly string[], ownNames: readonly string[]) {
  const rows = (await hasTable(session, "migration_needs"))
    ? await session.all<{ name: string; needs: string }>("SELECT name, needs FROM migration_needs")
    : [];
  const needs = new Map(rows.map((row) => [row.name, row.needs]));
  const step = unknown.find((name) => !ownNames.includes(needs.get(name) ?? ""));
  if (step === undefined) return;
  throw new AppError(
    "conflict",
    `The database was written by a newer Throughline (it has ${step}). It was not changed.`,
    { hint: "Update Throughline, or set THROUGHLINE_HOME to another folder." },
  );
}
