import { dirname } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { DatabaseFiles } from "../../engine/database-files.js";
import type { Files } from "../../engine/files.js";
import type { Sql } from "../../engine/sql.js";
import { holdsRecords } from "../../store/all-rows.js";

/** Endings of a database that a restore replaced. */
const asideLabels = ["damaged-", "before-restore-"] as const;

/** Whether a file was set aside by a restore, with the side files of SQLite. */
export const isSetAside = (name: string, database: string): boolean =>
  asideLabels.some((label) => name.startsWith(`${database}.${label}`));

interface Deps {
  readonly sql: Sql;
  readonly database: string;
  readonly databases: DatabaseFiles;
  readonly files: Files;
  readonly migrations: readonly string[];
  readonly runtime: Runtime;
}

/** Backs up and restores the database. */
export type Backups = ReturnType<typeof createBackups>;

export function createBackups({ sql, database, databases, files, migrations, runtime }: Deps) {
  return {
    /** Writes a consistent copy while other processes run. Never overwrites a file. */
    async backup(file: string): Promise<void> {
      if (await files.exists(file)) {
        const hint = "Choose a new file name.";
        throw new AppError("conflict", `${file} already exists. Nothing was written.`, { hint });
      }
      if (!(await files.exists(dirname(file)))) {
        throw new AppError("missing", `There is no folder ${dirname(file)}. Nothing was written.`, {
          hint: "Create it, or choose a folder that exists.",
        });
      }
      // Created first, because the copy is private and the message about a bad path is better.
      await files.write(file, "", { private: true });
      await sql.backup(file).catch(async (error) => {
        await files.remove(file);
        throw error;
      });
    },

    /** Whether there is a copy to restore, and the present database has records, which that would hide. */
    async wouldHide(file: string): Promise<boolean> {
      for (const one of [file, database])
        if (!(await files.exists(one)) || (await databases.inspect(one)) === undefined) return false;
      return holdsRecords(sql);
    },

    /** Restores the copy; returns the path of the previous database. */
    async restore(file: string) {
      const applied = await databases.inspect(file);
      if (!applied) {
        throw new AppError("invalid", `${file} is not an intact Throughline database. Nothing was changed.`, {
          hint: "Pass a file written by `throughline backup`.",
        });
      }
      const unknown = applied.find((name) => !migrations.includes(name));
      if (unknown) {
        throw new AppError("conflict", `${file} was written by a newer Throughline (it has ${unknown}).`, {
          hint: "Update Throughline first.",
        });
      }
      const before = await setAsideCurrent();
      await databases.copy(file, database);
      return { before };
    },
  };

  /** An intact database is copied and then overwritten in place, so that other processes see the change; a damaged one is moved away. */
  async function setAsideCurrent(): Promise<string | undefined> {
    if (!(await files.exists(database))) return undefined;
    const stamp = runtime.now().toISOString().replace(/[:.]/g, "-");
    if (!(await databases.inspect(database))) return databases.setAside(database, `${asideLabels[0]}${stamp}`);
    const copy = `${database}.${asideLabels[1]}${stamp}`;
    await databases.copy(database, copy);
    return copy;
  }
}
