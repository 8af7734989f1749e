import { basename, dirname, join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { DatabaseFiles } from "../../engine/database-files.js";
import type { Files } from "../../engine/files.js";
import type { Sql } from "../../engine/sql.js";
import { holdsRecords } from "../../store/all-rows.js";
import type { LeaseStore } from "../../store/lease-store.js";

interface Deps {
  readonly sql: Sql;
  readonly database: string;
  readonly databases: DatabaseFiles;
  readonly files: Files;
  readonly runtime: Runtime;
}

/** Endings of a database that a restore replaced. */
const asideLabels = ["damaged-", "before-restore-"] as const;

/** Whether a file was set aside by a restore, with the side files of SQLite. */
const isSetAside = (name: string, database: string): boolean =>
  asideLabels.some((label) => name.startsWith(`${database}.${label}`));

/** Backs up and restores the database. */
export type Backups = ReturnType<typeof createBackups>;

export function createBackups({
  sql,
  database,
  databases,
  files,
  migrations,
  runtime,
}: Deps & { readonly migrations: readonly string[] }) {
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

interface AutomaticDeps extends Deps {
  readonly home: Pick<Home, "backups">;
  readonly leases: LeaseStore;
  readonly settings: Pick<Settings, "backups.keep" | "backups.maxMB">;
}

interface AutomaticBackup {
  readonly file: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly bytes: number;
}

/** Whether copies are made, and if not, why. `server`: the database is on a server, which has backups of its own. */
type BackupState = "on" | "off" | "too large" | "server";

const nameOf = (day: string) => `throughline-${day}.db`;
const namePattern = /^throughline-(\d{4}-\d\d-\d\d)\.db$/;
const partialName = "unfinished.db";
const leaseMs = 600_000;
const bytesPerMB = 1_000_000;

/** A copy of the database per day, the newest ones kept. */
export type AutomaticBackups = ReturnType<typeof createAutomaticBackups>;

export function createAutomaticBackups(deps: AutomaticDeps) {
  const { sql, database, databases, files, home, leases, runtime, settings } = deps;
  const { "backups.keep": keep, "backups.maxMB": maxMB } = settings;
  const isServer = sql.dialect.isKeyedByTenant;
  const today = () => runtime.now().toISOString().slice(0, 10);

  /** Newest first. */
  const list = async (): Promise<AutomaticBackup[]> => {
    if (isServer) return [];
    const days = (await files.list(home.backups)).flatMap((name) => namePattern.exec(name)?.[1] ?? []);
    const copies = days.map(async (day) => {
      const file = join(home.backups, nameOf(day));
      return { file, day, bytes: (await databases.size(file)) ?? 0 };
    });
    return (await Promise.all(copies)).sort((a, b) => (a.day < b.day ? 1 : -1));
  };

  const state = async (): Promise<BackupState> => {
    if (isServer) return "server";
    if (keep === 0) return "off";
    return ((await databases.size(database)) ?? 0) > maxMB * bytesPerMB ? "too large" : "on";
  };

  /** Only a sound copy replaces older ones. */
  const makeCopy = async (): Promise<string | undefined> => {
    const partial = join(home.backups, partialName);
    await removePartial();
    // Creates the folder too.
    await files.write(partial, "", { private: true });
    await sql.backup(partial);
    const isSound = (await databases.inspect(partial)) !== undefined;
    const file = join(home.backups, nameOf(today()));
    if (isSound) await files.rename(partial, file);
    await removePartial();
    return isSound ? file : undefined;
  };

  /** With the side files that opening it leaves. */
  const removePartial = async () => {
    for (const ending of ["", "-wal", "-shm"]) await files.remove(join(home.backups, `${partialName}${ending}`));
  };

  const removeFrom = async (folder: string, isWanted: (name: string) => boolean) => {
    for (const name of await files.list(folder)) if (isWanted(name)) await files.remove(join(folder, name));
  };

  const rotate = async () => {
    let bytes = 0;
    for (const [i, copy] of (await list()).entries()) {
      bytes += copy.bytes;
      if (i >= keep || (i > 0 && bytes > maxMB * bytesPerMB)) await files.remove(copy.file);
    }
  };

  return {
    list,
    state,

    /** Makes today's copy unless there is one; returns its path. `maxBytes` leaves a large database to another process. */
    async makeIfDue(maxBytes = Number.POSITIVE_INFINITY): Promise<string | undefined> {
      const bytes = await databases.size(database);
      if (bytes === undefined || bytes > maxBytes || (await state()) !== "on") return undefined;
      if ((await sql.writes()) !== "ok") return undefined;
      if ((await list())[0]?.day === today()) return undefined;
      const holder = runtime.newId("lease");
      if (!(await leases.take("backups", holder, leaseMs))) return undefined;
      try {
        const file = await makeCopy();
        if (file !== undefined) await rotate();
        return file;
      } finally {
        await leases.release("backups", holder);
      }
    },

    /** Deletes all, with what `restore` set aside: text that a person forgot must not survive in a copy. */
    async removeAll(): Promise<void> {
      const isCopy = (name: string) => namePattern.test(name) || name.startsWith(partialName);
      await removeFrom(home.backups, isCopy);
      if (!isServer) await removeFrom(dirname(database), (name) => isSetAside(name, basename(database)));
    },
  };
}
