import { existsSync } from "node:fs";
import type { ForeignDatabases } from "../transcript-files.js";
import { type DatabaseSync, loadSqliteDriver } from "./sqlite-driver.js";

export const sqliteForeign: ForeignDatabases = {
  async all(path, text, params = []) {
    if (!existsSync(path)) return [];
    const { DatabaseSync } = await loadSqliteDriver();
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path, { readOnly: true });
      database.exec("PRAGMA busy_timeout = 200");
      return database.prepare(text).all(...params) as Record<string, unknown>[];
    } catch {
      // Another program's schema may change with every release of it.
      return [];
    } finally {
      database?.close();
    }
  },
};
