import type { SqlSession } from "../../engine/sql.js";

/** One step of the schema. Appended to the list, never edited once released. */
export interface Migration {
  readonly name: string;
  /**
   * The step that a program must know to keep working after this one, where it only adds; without it, programs that do
   * not know this step refuse the database.
   */
  readonly needs?: string;
  up(session: SqlSession): Promise<void>;
}
