import { existsSync } from "node:fs";
import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Runtime } from "../../base/runtime.js";
import type { MachineApp } from "../../domain/command-app.js";
import { moveDatabase } from "../../domain/system/move-database.js";
import type { Sql } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { databaseOf } from "./open-database.js";

/** `throughline migrate`: opens both databases and closes them again. */
export const moveBetween =
  (home: Home, runtime: Runtime): MachineApp["moveDatabase"] =>
  async (call, { from, to, add }) => {
    const databaseAt = (address: string) => databaseOf({ database: address, "database.connections": 4 }, home);
    const [source, target] = [databaseAt(from), databaseAt(to)];
    if (source.label === target.label) throw new AppError("invalid", "Source and target are the same database.");
    // Opening it would create an empty database, and copying that would look like success.
    if (source.path !== undefined && !existsSync(source.path))
      throw new AppError("missing", `Source not found: ${source.path}.`, { hint: "Check the path after sqlite:." });
    const opened: Sql[] = [];
    const open = async (database: ReturnType<typeof databaseAt>) => {
      const sql = await database.open();
      opened.push(sql);
      await inTenant("", () => migrate(sql, runtime, migrations));
      await requireFullAccess(sql, database.label);
      return sql;
    };
    try {
      const [fromSql, toSql] = [await open(source), await open(target)];
      return await moveDatabase({
        from: fromSql,
        to: toSql,
        source: source.label,
        add,
        signal: call.signal,
        progress: call.progress,
      });
    } finally {
      for (const sql of opened) await sql.close();
    }
  };

/** A user who sees one tenant at a time would copy only a part. */
async function requireFullAccess(sql: Sql, label: string): Promise<void> {
  if (await sql.seesEveryTenant()) return;
  throw new AppError("forbidden", `This user of ${label} can see only one tenant at a time.`, {
    hint: "Use the database user that owns the tables.",
  });
}
