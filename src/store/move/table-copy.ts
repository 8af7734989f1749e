import { createHash } from "node:crypto";
import type { SqlRow, SqlSession, SqlValue } from "../../engine/sql.js";
import { columnsOf } from "../all-rows.js";
import { deleteRows, insertRows, selectColumn, upsertRow } from "../rows.js";

/** A table as both databases have it. */
export interface CommonTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The primary key columns in the source, in order, and those in the target. */
  readonly key: readonly string[];
  readonly targetKey: readonly string[];
}

/** Derived from other rows, specific to this machine, or about the database itself: rebuilt instead of copied. */
const notCopied =
  /^(migrations|migration_needs|leases|spool_files|database_moves|embedding_queue|record_counts|memory_tags|remote_copies|search_(state|places|vectors|counts)|(search|exchange)_(word|term)\w*|sqlite_\w+)$/;

/** The tables to copy, sources of derived tables first. */
export async function commonTables(from: SqlSession, to: SqlSession): Promise<CommonTable[]> {
  const targetTables = await selectColumn(to, to.dialect.listTables);
  const tables: CommonTable[] = [];
  for (const name of await selectColumn(from, from.dialect.listTables)) {
    if (notCopied.test(name) || !targetTables.includes(name)) continue;
    const [source, target] = [await columnsOf(from, name), await columnsOf(to, name)];
    const columns = source.columns.filter((column) => target.columns.includes(column));
    tables.push({ name, columns, key: source.key, targetKey: target.key });
  }
  return tables;
}

/** Adds rows; keeps existing rows with the same key. Returns how many were added. */
export const addRows = (session: SqlSession, table: string, rows: readonly SqlRow[]): Promise<number> =>
  insertRows(session, table, rows, "ON CONFLICT DO NOTHING");

/** An order-independent checksum of rows. */
export function createSum() {
  const sum = Buffer.alloc(32);
  let count = 0;
  return {
    add(values: readonly SqlValue[]) {
      count++;
      const digest = createHash("sha256")
        .update(JSON.stringify(values.map(normalizeValue)))
        .digest();
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) ^ (digest[i] ?? 0);
    },
    value: () => ({ rows: count, checksum: sum.toString("hex") }),
  };
}

/** Normalized, because databases differ in number types and some cannot store NUL. */
function normalizeValue(value: SqlValue): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}

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
