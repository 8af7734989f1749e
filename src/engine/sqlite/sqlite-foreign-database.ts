import { AppError } from "../../base/errors.js";
import type { ForeignDatabase } from "../foreign-database.js";
import type { SqlRow } from "../sql.js";
import { type DatabaseSync, loadSqliteDriver } from "./sqlite-driver.js";

export const sqliteForeignDatabase: ForeignDatabase = {
  async rows(file, table) {
    const { DatabaseSync: Database } = await loadSqliteDriver();
    const database = open(Database, file);
    try {
      const known = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
      return known ? (database.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`).all() as SqlRow[]) : undefined;
    } catch (cause) {
      throw new AppError("invalid", `${file} cannot be read as an SQLite database.`, {
        hint: "Name another file.",
        cause,
      });
    } finally {
      database.close();
    }
  },
};

type ReadOnly = new (path: string, options?: { readOnly: boolean }) => DatabaseSync;

function open(Database: ReadOnly, file: string): DatabaseSync {
  try {
    return new Database(file, { readOnly: true });
  } catch (cause) {
    throw new AppError("invalid", `${file} cannot be opened as an SQLite database.`, {
      hint: "Name another file.",
      cause,
    });
  }
}
