import { access, constants, open } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Settings } from "../../base/settings.js";
import { localTenant } from "../../domain/archive/local-tenant.js";
import type { ChangeDetector } from "../../engine/change-detector.js";
import type { DatabaseFiles } from "../../engine/database-files.js";
import { makeFolder } from "../../engine/make-folder.js";
import { throwFileError } from "../../engine/node-files/node-files.js";
import { openPostgres, postgresLabel } from "../../engine/postgres/open-postgres.js";
import { postgresChangeDetector } from "../../engine/postgres/postgres-change-detector.js";
import { postgresDialect } from "../../engine/postgres/postgres-dialect.js";
import { postgresFiles } from "../../engine/postgres/postgres-files.js";
import type { Dialect, Sql } from "../../engine/sql.js";
import { createSqliteDialect, openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { sqliteChangeDetector } from "../../engine/sqlite/sqlite-change-detector.js";
import { sqliteFiles } from "../../engine/sqlite/sqlite-files.js";
import { currentTenant } from "../../engine/tenant-scope.js";

/** The database that the settings name, not opened yet. */
export interface Database {
  /** Its file, or its address without user and password. */
  readonly label: string;
  readonly dialect: Dialect;
  readonly files: DatabaseFiles;
  /** Distinguishes the files of machines that share a database; empty where the database is local. */
  readonly machine: string;
  /** Detects changes by other processes. */
  changes(sql: Sql): ChangeDetector;
  /** The file, where it is one. */
  readonly path?: string;
  /** `isSynced: false` where a power cut may undo the last writes: they do not wait for the disk. */
  open(options?: { timeoutMs?: number; isSynced?: boolean }): Promise<Sql>;
}

export function databaseOf(settings: Pick<Settings, "database" | "database.connections">, home: Home): Database {
  if (settings.database === "") return fileDatabase(home, home.database);
  const [scheme, rest] = settings.database.split(/:(.*)/s);
  if (scheme === "sqlite" && rest) return fileDatabase(home, rest);
  if ((scheme === "postgres" || scheme === "postgresql") && URL.canParse(settings.database)) {
    return serverDatabase(settings.database, home, settings["database.connections"]);
  }
  return unusableDatabase();
}

/** Opens nothing instead of another database than the person named; the product starts, so that they can correct it. */
const unusableDatabase = (): Database => ({
  label: "invalid",
  dialect: createSqliteDialect(),
  files: sqliteFiles,
  machine: "",
  changes: () => ({ version: async () => "", close: async () => {} }),
  async open() {
    const message = "The setting database must be sqlite:<path> or postgres://<user>@<host>/<database>.";
    throw new AppError("invalid", message, {
      hint: "Correct it with `throughline config set database sqlite:/path/to/file.db`, or remove it with `throughline config unset database`.",
    });
  },
});

const fileDatabase = (home: Home, path: string): Database => ({
  label: path,
  path,
  dialect: createSqliteDialect(),
  files: sqliteFiles,
  machine: "",
  changes: () => sqliteChangeDetector(path),
  async open({ timeoutMs, isSynced = true } = {}) {
    const isReadOnly = !(await preparePrivateFile(home, path));
    return openSqlite(path, { isSynced, isReadOnly, ...(timeoutMs === undefined ? {} : { busyTimeoutMs: timeoutMs }) });
  },
});

const serverDatabase = (url: string, home: Home, connections: number): Database => ({
  label: postgresLabel(url),
  dialect: postgresDialect,
  files: postgresFiles,
  changes: postgresChangeDetector,
  machine: `${hostname()}:${home.path}`,
  // Outside of calls, the process acts for the local tenant.
  open: (options = {}) => openPostgres(url, { ...options, connections, tenant: () => currentTenant() ?? localTenant }),
});

/**
 * SQLite gives its side files the permissions of the database file, which must therefore exist with the right ones
 * first. Returns whether the file and its folder can be written; fails if it cannot be read either.
 */
async function preparePrivateFile(home: Home, path: string): Promise<boolean> {
  try {
    makeFolder(home.path, 0o700);
    await (await open(path, "a", 0o600)).close();
    await access(dirname(path), constants.W_OK);
    return true;
  } catch (error) {
    await access(path, constants.R_OK).catch(() => throwFileError(error, path));
    return false;
  }
}
