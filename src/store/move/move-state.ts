import type { SqlSession } from "../../engine/sql.js";
import type { Row } from "./table-copy.js";

export interface Progress {
  /** The key of the last row that was copied. */
  readonly after: Row | undefined;
  readonly isDone: boolean;
}

/** The progress of copying each table, stored in the target with the rows. */
export async function readProgress(session: SqlSession, source: string, table: string): Promise<Progress> {
  const text = "SELECT after_key, is_done FROM database_moves WHERE source = ? AND table_name = ?";
  const [row] = await session.all<{ after_key: string; is_done: number }>(text, [source, table]);
  const after = row && row.after_key !== "" ? (JSON.parse(row.after_key) as Row) : undefined;
  return { after, isDone: Number(row?.is_done ?? 0) === 1 };
}

export async function writeProgress(
  session: SqlSession,
  source: string,
  table: string,
  { after, isDone }: Progress,
): Promise<void> {
  await session.run(
    `INSERT INTO database_moves (source, table_name, after_key, is_done) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, table_name) DO UPDATE SET after_key = excluded.after_key, is_done = excluded.is_done`,
    [source, table, after ? JSON.stringify(after) : "", isDone ? 1 : 0],
  );
}

/** Whether a migration from this source has started here. */
export const hasBegun = async (session: SqlSession, source: string): Promise<boolean> =>
  (await session.all("SELECT 1 AS x FROM database_moves WHERE source = ? LIMIT 1", [source])).length > 0;

export async function forgetProgress(session: SqlSession, source: string): Promise<void> {
  await session.run("DELETE FROM database_moves WHERE source = ?", [source]);
}
