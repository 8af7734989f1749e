import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { DatabaseFiles } from "../../engine/database-files.js";
import type { Files } from "../../engine/files.js";
import type { Sql } from "../../engine/sql.js";

/** Copies of the database, and the way back. */
export interface Backups {
  /** Writes a consistent copy while others go on working. Never overwrites a file. */
  backup(file: string): Promise<void>;
  /** Puts the copy's content in place; answers where the database as it was before is kept. */
  restore(file: string): Promise<{ before: string | undefined }>;
}

interface Deps {
  readonly sql: Sql;
  readonly database: string;
  readonly databases: DatabaseFiles;
  readonly files: Files;
  readonly migrations: readonly string[];
  readonly runtime: Runtime;
}

export function createBackups({ sql, database, databases, files, migrations, runtime }: Deps): Backups {
  return {
    async backup(file) {
      if (await files.exists(file)) {
        throw new AppError("conflict", `${file} exists already. Nothing was written.`, { hint: "Name a new file." });
      }
      await sql.backup(file);
    },

    async restore(file) {
      const found = await databases.inspect(file);
      if (!found) {
        throw new AppError("invalid", `${file} is not a sound Throughline database. Nothing was changed.`, {
          hint: "Name a file that `throughline backup` wrote.",
        });
      }
      const stranger = found.find((name) => !migrations.includes(name));
      if (stranger) {
        throw new AppError("conflict", `${file} was written by a newer Throughline (it has ${stranger}).`, {
          hint: "Update Throughline first.",
        });
      }
      const before = await keepBefore();
      await databases.copy(file, database);
      return { before };
    },
  };

  /** A sound database is copied and then overwritten in place, so that other processes follow; a damaged one is moved away. */
  async function keepBefore(): Promise<string | undefined> {
    if (!(await files.exists(database))) return undefined;
    const stamp = runtime.now().toISOString().replace(/[:.]/g, "-");
    if (!(await databases.inspect(database))) return databases.setAside(database, `damaged-${stamp}`);
    const kept = `${database}.before-restore-${stamp}`;
    await databases.copy(database, kept);
    return kept;
  }
}
