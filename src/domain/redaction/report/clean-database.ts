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
  /** Where to resume; undefined when every row was read. */
  readonly position?: CleanPosition | undefined;
}

/** The last row that was read: its table and the columns of its key. */
export interface CleanPosition {
  readonly table: string;
  readonly row: Readonly<Record<string, string | number>>;
}

export interface CleanOptions {
  readonly dryRun: boolean;
  readonly from?: CleanPosition | undefined;
  /** Asked after each row; a table without a key is always read to its end. */
  isEnough?(): boolean;
}

/**
 * Redacts rows that were written before a rule existed. Keys stay as they are, because other rows refer to them, and so do
 * the tables of the full text index, which is rebuilt from the rows.
 */
export async function cleanDatabase(
  sql: Sql,
  redactor: Redactor,
  { dryRun, from, isEnough = () => false }: CleanOptions,
): Promise<CleanedDatabase> {
  const counts = new Map<string, number>();
  let failedRows = 0;
  const result = (position?: CleanPosition): CleanedDatabase => ({
    columns: [...counts].map(([column, values]) => ({ column, values })),
    failedRows,
    position,
  });
  const tables = (await listOwnTables(sql)).sort();
  for (const table of tables.filter((name) => from === undefined || name >= from.table)) {
    const keys = await keyColumns(sql, table);
    for await (const row of rowsOf(sql, table, keys, from?.table === table ? from.row : undefined)) {
      try {
        const changes = changesOf(table, row, keys, redactor);
        if (!dryRun) await writeChanges(sql, table, row, keys, changes);
        for (const [column] of changes) counts.set(`${table}.${column}`, (counts.get(`${table}.${column}`) ?? 0) + 1);
      } catch {
        failedRows++;
      }
      if (keys.length > 0 && isEnough()) return result({ table, row: keyOf(row, keys) });
    }
  }
  return result();
}

const keyOf = (row: SqlRow, keys: readonly string[]): CleanPosition["row"] =>
  Object.fromEntries(keys.map((key) => [key, row[key] as string | number]));

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
