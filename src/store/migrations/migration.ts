import type { SqlSession } from "../../engine/sql.js";

/** One step of the schema. Appended to the list, never edited once released. */
export interface Migration {
  readonly name: string;
  up(session: SqlSession): Promise<void>;
}
