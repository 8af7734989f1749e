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
  const [name, key] = [quoteName(table), keys.map(quoteName)];
  for (let last = from; ; ) {
    const after = last && keysOf(last, keys);
    const rows = await readRows(sql, { name, columns: ["*"], key }, after, pageSize);
    yield* rows;
    last = rows.at(-1);
    if (keys.length === 0 || rows.length < pageSize) return;
  }
}

/** The next rows after a key, in its order; all rows without one. */
export function readRows(
  session: SqlSession,
  {
    name,
    columns,
    key,
  }: { readonly name: string; readonly columns: readonly string[]; readonly key: readonly string[] },
  after: readonly SqlValue[] | undefined,
  limit: number,
): Promise<SqlRow[]> {
  const where = after ? `WHERE (${key.join(", ")}) > (${sqlPlaceholders(key)})` : "";
  const page = key.length === 0 ? "" : `${where} ORDER BY ${key.join(", ")} LIMIT ${limit}`;
  return session.all(`SELECT ${columns.join(", ")} FROM ${name} ${page}`, after);
}

export const keysOf = (row: SqlRow, keys: readonly string[]): SqlValue[] => keys.map((key) => row[key] ?? null);

/** The text of a value, also of a compressed one; undefined for what is not text. */
export function textIn(table: string, column: string, value: SqlValue): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof Uint8Array && compressedColumns.has(`${table}.${column}`) ? decompress(value) : undefined;
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
