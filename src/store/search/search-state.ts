import type { SqlSession } from "../../engine/sql.js";

/** A stored value about the index itself. */
export async function readState(session: SqlSession, name: string): Promise<string | undefined> {
  const text = `SELECT value FROM search_state WHERE ${session.dialect.ownRows} AND name = ?`;
  return (await session.all<{ value: string }>(text, [name]))[0]?.value;
}

/** In a transaction: another writer must not come between the two statements. */
export async function writeState(session: SqlSession, name: string, value: string): Promise<void> {
  const text = `UPDATE search_state SET value = ? WHERE ${session.dialect.ownRows} AND name = ?`;
  if ((await session.run(text, [value, name])) > 0) return;
  await session.run("INSERT INTO search_state (name, value) VALUES (?, ?)", [name, value]);
}
