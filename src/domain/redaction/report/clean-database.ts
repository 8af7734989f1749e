import type { Sql, SqlRow, SqlValue } from "../../../engine/sql.js";
import { compress } from "../../../store/archive/compression.js";
import type { Redactor } from "../redact.js";
import { keyColumns, keysOf, listOwnTables, quoteName, rowsOf, textIn } from "./read-rows.js";

/** What was cleaned, by `table.column`; never a value. */
export interface CleanedColumn {
  readonly column: string;
  readonly values: number;
}

export interface CleanedDatabase {
  readonly columns: readonly CleanedColumn[];
  /** Rows that could not be read or written; they are left as they were. */
  readonly failedRows: number;
}

/**
 * Redacts rows that were written before a rule existed. Keys stay as they are, because other rows refer to them, and so do
 * the tables of the full text index, which is rebuilt from the rows.
 */
export async function cleanDatabase(sql: Sql, redactor: Redactor, dryRun: boolean): Promise<CleanedDatabase> {
  const counts = new Map<string, number>();
  let failedRows = 0;
  for (const table of await listOwnTables(sql)) {
    const keys = await keyColumns(sql, table);
    for await (const row of rowsOf(sql, table, keys)) {
      try {
        const changes = changesOf(table, row, keys, redactor);
        if (!dryRun) await writeChanges(sql, table, row, keys, changes);
        for (const [column] of changes) counts.set(`${table}.${column}`, (counts.get(`${table}.${column}`) ?? 0) + 1);
      } catch {
        failedRows++;
      }
    }
  }
  return { columns: [...counts].map(([column, values]) => ({ column, values })), failedRows };
}

function changesOf(table: string, row: SqlRow, keys: readonly string[], redactor: Redactor): [string, SqlValue][] {
  return Object.entries(row).flatMap(([column, value]): [string, SqlValue][] => {
    if (keys.includes(column) || /(?:^|_)(?:id|tenant)$/.test(column)) return [];
    const text = textIn(table, column, value);
    const redacted = text === undefined ? undefined : redactor.redact(text).text;
    if (redacted === undefined || redacted === text) return [];
    return [[column, typeof value === "string" ? redacted : compress(redacted)]];
  });
}

async function writeChanges(
  sql: Sql,
  table: string,
  row: SqlRow,
  keys: readonly string[],
  changes: readonly (readonly [string, SqlValue])[],
): Promise<void> {
  if (changes.length === 0) return;
  const assignments = changes.map(([column]) => `${quoteName(column)} = ?`).join(", ");
  const condition = keys.map((key) => `${quoteName(key)} = ?`).join(" AND ");
  await sql.run(`UPDATE ${quoteName(table)} SET ${assignments} WHERE ${condition}`, [
    ...changes.map(([, value]) => value),
    ...keysOf(row, keys),
  ]);
}
