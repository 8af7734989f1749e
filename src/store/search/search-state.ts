import type { SqlSession } from "../../engine/sql.js";
import { insertRow, selectColumn, updateRows } from "../rows.js";

/** A stored value about the index itself. */
export async function readState(session: SqlSession, name: string): Promise<string | undefined> {
  const text = `SELECT value FROM search_state WHERE ${session.dialect.ownRows} AND name = ?`;
  return (await selectColumn(session, text, [name]))[0];
}

/** In a transaction: another writer must not come between the two statements. */
export async function writeState(session: SqlSession, name: string, value: string): Promise<void> {
  const key = { [session.dialect.ownRows]: true, name } as const;
  if ((await updateRows(session, "search_state", key, { value })) === 0)
    await insertRow(session, "search_state", { name, value });
}
