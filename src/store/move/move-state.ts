import type { SqlSession, SqlValue } from "../../engine/sql.js";
import { deleteRows, upsertRow } from "../rows.js";

export interface Progress {
  /** The key of the last row that was copied. */
  readonly after: readonly SqlValue[] | undefined;
  readonly isDone: boolean;
}

/** The progress of copying each table, stored in the target with the rows. */
export async function readProgress(session: SqlSession, source: string, table: string): Promise<Progress> {
  const text = "SELECT after_key, is_done FROM database_moves WHERE source = ? AND table_name = ?";
  const [row] = await session.all<{ after_key: string; is_done: number }>(text, [source, table]);
  const after = row && row.after_key !== "" ? (JSON.parse(row.after_key) as SqlValue[]) : undefined;
  return { after, isDone: row?.is_done === 1 };
}

export async function writeProgress(session: SqlSession, source: string, table: string, { after, isDone }: Progress) {
  const progress = { after_key: after ? JSON.stringify(after) : "", is_done: Number(isDone) };
  await upsertRow(session, "database_moves", { source, table_name: table }, progress);
}

/** Whether a migration from this source has started here. */
export const hasBegun = async (session: SqlSession, source: string): Promise<boolean> =>
  (await session.all("SELECT 1 AS x FROM database_moves WHERE source = ? LIMIT 1", [source])).length > 0;

export async function forgetProgress(session: SqlSession, source: string): Promise<void> {
  await deleteRows(session, "database_moves", { source });
}
