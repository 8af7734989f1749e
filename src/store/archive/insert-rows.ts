import type { SqlSession, SqlValue } from "../../engine/sql.js";
import { sqlPlaceholders } from "../sql-placeholders.js";

/** Rows in one statement: few sizes, so that few statements are prepared. */
const sizes = [64, 16, 4, 1];

/** Adds many rows with few statements: the statement costs more than the row. */
export async function insertRows(
  session: SqlSession,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const row = `(${sqlPlaceholders(columns)})`;
  for (let offset = 0; offset < rows.length; ) {
    const size = sizes.find((candidate) => candidate <= rows.length - offset) ?? 1;
    const values = Array.from({ length: size }, () => row).join(", ");
    const text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${values}`;
    await session.run(text, rows.slice(offset, offset + size).flat());
    offset += size;
  }
}
