// Every row of every table, for scans that know no table by name.
import type { Sql, SqlRow, SqlSession, SqlValue } from "../engine/sql.js";
import { decompress } from "./archive/compression.js";
import { selectColumn } from "./rows.js";
import { sqlPlaceholders } from "./sql-text.js";

const pageSize = 200;

/** Columns that the archive compresses; other bytes are vectors and binary codes, which hold no text. */
const compressedColumns = new Set(["session_chunks.body", "session_blobs.body"]);

/** Tables with records; not the shadow tables of a full text index, which only it may write. */
export async function listOwnTables(sql: Sql): Promise<string[]> {
  const names = await selectColumn(sql, sql.dialect.listTables);
  return names.filter((name) => {
    const indexed = /^(.+)_(?:data|idx|content|docsize|config)$/.exec(name)?.[1];
    return !name.startsWith("sqlite_") && (indexed === undefined || names.includes(indexed));
  });
}

/** One of these has a row as soon as anyone stores anything; other tables are filled by opening a database. */
const firstTables = new Set(["memories", "sessions", "operations", "checkpoints", "remediations"]);

/** Whether anything that someone wrote is stored. */
export async function holdsRecords(sql: Sql): Promise<boolean> {
  for (const table of (await listOwnTables(sql)).filter((name) => firstTables.has(name))) {
    if ((await sql.all(`SELECT 1 AS one FROM ${quoteName(table)} LIMIT 1`)).length > 0) return true;
  }
  return false;
}

/** The columns of a table, and those of its primary key in its order. */
export async function columnsOf(sql: SqlSession, table: string): Promise<{ columns: string[]; key: string[] }> {
  const columns = await sql.all<{ name: string; place: number }>(sql.dialect.listColumns, [table]);
  const key = columns
    .filter(({ place }) => place > 0)
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name);
  return { columns: columns.map(({ name }) => name), key };
}

/**
 * In pages by the primary key, so that memory does not grow with the table. A table without a key is read at once.
 * `from` has the key of a row: those behind it are read.
 */
export async function* rowsOf(sql: Sql, table: string, keys: readonly string[], from?: SqlRow): AsyncGenerator<SqlRow> {
  if (keys.length === 0) {
    yield* await sql.all(`SELECT * FROM ${quoteName(table)}`);
    return;
  }
  const list = keys.map(quoteName).join(", ");
  let last = from;
  for (;;) {
    const after = last === undefined ? "" : `WHERE (${list}) > (${sqlPlaceholders(keys)})`;
    const rows: SqlRow[] = await sql.all(
      `SELECT * FROM ${quoteName(table)} ${after} ORDER BY ${list} LIMIT ${pageSize}`,
      keysOf(last, keys),
    );
    yield* rows;
    last = rows.at(-1);
    if (rows.length < pageSize) return;
  }
}

export const keysOf = (row: SqlRow | undefined, keys: readonly string[]): SqlValue[] =>
  row === undefined ? [] : keys.map((key) => row[key] ?? null);

/** The text of a value, also of a compressed one; undefined for what is not text. */
export function textIn(table: string, column: string, value: SqlValue): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof Uint8Array && compressedColumns.has(`${table}.${column}`) ? decompress(value) : undefined;
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
