import type { ChangeDetector } from "../change-detector.js";
import { type DatabaseSync, loadSqliteDriver } from "./sqlite-driver.js";

/** Uses a separate connection, because `data_version` counts only changes by other connections. */
export function sqliteChangeDetector(path: string): ChangeDetector {
  let database: DatabaseSync | undefined;
  return {
    async version() {
      const { DatabaseSync } = await loadSqliteDriver();
      database ??= new DatabaseSync(path, { readOnly: true });
      return String(database.prepare("PRAGMA data_version").get()?.data_version ?? "");
    },
    async close() {
      database?.close();
      database = undefined;
    },
  };
}
