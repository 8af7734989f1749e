import { existsSync } from "node:fs";
import { rename, stat } from "node:fs/promises";
import type { DatabaseFiles } from "../database-files.js";
import { type DatabaseSync, loadSqliteDriver } from "./sqlite-driver.js";
import { explainSqliteError } from "./sqlite-errors.js";

export const sqliteFiles: DatabaseFiles = {
  async inspect(file) {
    if (!existsSync(file)) return undefined;
    const { DatabaseSync } = await loadSqliteDriver();
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file);
      const check = database.prepare("PRAGMA quick_check(1)").get();
      if (Object.values(check ?? {})[0] !== "ok") return undefined;
      return database
        .prepare("SELECT name FROM migrations")
        .all()
        .map((row) => (row as { name: string }).name);
    } catch {
      return undefined;
    } finally {
      database?.close();
    }
  },

  async size(file) {
    return (await stat(file).catch(() => undefined))?.size;
  },

  async copy(from, to) {
    const driver = await loadSqliteDriver();
    const source = new driver.DatabaseSync(from);
    try {
      await driver.backup(source, to);
    } catch (error) {
      throw explainSqliteError(error, to);
    } finally {
      source.close();
    }
  },

  async setAside(file, label) {
    const aside = `${file}.${label}`;
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(file + suffix)) await rename(file + suffix, aside + suffix);
    }
    return aside;
  },
};
