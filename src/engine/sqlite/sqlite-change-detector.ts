import type { ChangeDetector } from "../change-detector.js";
import { type DatabaseSync, loadSqliteDriver } from "./sqlite-driver.js";

/** A connection of its own, because SQLite counts only what other connections change. */
export function sqliteChangeDetector(path: string): ChangeDetector {
  let opened: DatabaseSync | undefined;
  return {
    async version() {
      const { DatabaseSync } = await loadSqliteDriver();
      opened ??= new DatabaseSync(path, { readOnly: true });
      return String(opened.prepare("PRAGMA data_version").get()?.data_version ?? "");
    },
    async close() {
      opened?.close();
      opened = undefined;
    },
  };
}
