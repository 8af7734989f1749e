import type { SqlRow } from "./sql.js";

/** SQLite files of other programs: read, never written. */
export interface ForeignDatabase {
  /** The rows of a table, or undefined when the file has no such table. */
  rows(file: string, table: string): Promise<SqlRow[] | undefined>;
}
