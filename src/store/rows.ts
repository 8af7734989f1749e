import { AppError } from "../base/errors.js";
import { isCutId } from "../base/ids.js";
import { selectColumn } from "../engine/select-column.js";
import type { SqlRow, SqlSession, SqlValue } from "../engine/sql.js";
import { condition, sqlPlaceholders, type Where } from "./sql-text.js";

export { selectColumn };

/** Values by the columns that they are written to. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Returns how many rows it added: none where the key is taken and `onConflict` allows it. */
export const insertRow = (session: SqlSession, table: string, row: Row, onConflict?: string): Promise<number> =>
  insertRows(session, table, [row], onConflict);

/** False where the key is taken. */
export const insertNew = async (session: SqlSession, table: string, row: Row): Promise<boolean> =>
  (await insertRow(session, table, row, "ON CONFLICT DO NOTHING")) > 0;

/** Adds a row, or changes the other values of the one with this key. */
export async function upsertRow(session: SqlSession, table: string, key: Row, values: Row): Promise<void> {
  const changed = Object.keys(values).filter((column) => !(column in key));
  const changes = changed.map((column) => `${column} = excluded.${column}`).join(", ");
  const onConflict = `ON CONFLICT (${Object.keys(key).join(", ")}) DO UPDATE SET ${changes}`;
  await insertRow(session, table, { ...key, ...values }, onConflict);
}

/** Returns how many rows it changed. */
export async function updateRows(session: SqlSession, table: string, where: Where, changes: Row): Promise<number> {
  const assignments = Object.keys(changes).map((column) => `${column} = ?`);
  if (assignments.length === 0) return 0;
  const { text, params } = condition(where);
  const update = `UPDATE ${table} SET ${assignments.join(", ")} WHERE ${text}`;
  return session.run(update, [...Object.values(changes), ...params]);
}

/** Returns how many rows it deleted. */
export function deleteRows(session: SqlSession, table: string, where: Where): Promise<number> {
  const { text, params } = condition(where);
  return session.run(`DELETE FROM ${table} WHERE ${text}`, params);
}

/** Deletes rows; returns their ids. */
export function deleteIds(session: SqlSession, table: string, where: Where): Promise<string[]> {
  const { text, params } = condition(where);
  return selectColumn(session, `DELETE FROM ${table} WHERE ${text} RETURNING id`, params);
}

/** `selection` is what is read and from where; `rest` follows the condition: more of it, an order, a limit. */
export function selectRows<R extends SqlRow>(
  session: SqlSession,
  selection: string,
  where: Where,
  rest = "",
  ...more: readonly SqlValue[]
): Promise<R[]> {
  const { text, params } = condition(where);
  return session.all<R>(`SELECT ${selection} WHERE ${text} ${rest}`, [...params, ...more]);
}

/** The only row of a statement that counts. */
export async function selectOne<R extends SqlRow>(session: SqlSession, text: string, params: readonly SqlValue[] = []) {
  const [row] = await session.all<R>(text, params);
  if (!row) throw new RangeError("A statement that counts returned no row.");
  return row;
}

/** The number `n` that a statement selects; 0 without one. */
export const selectNumber = async (session: SqlSession, text: string, params: readonly SqlValue[] = []) =>
  Number((await session.all<{ n: number | null }>(text, params))[0]?.n ?? 0);

export function countRows(session: SqlSession, table: string, where: Where): Promise<number> {
  const { text, params } = condition(where);
  return selectNumber(session, `SELECT count(*) AS n FROM ${table} WHERE ${text}`, params);
}

/** The whole id that begins like this, as git finds a commit; one that is whole or unknown as it is. */
export async function findWholeId(session: SqlSession, table: string, tenant: string, id: string): Promise<string> {
  if (!isCutId(id)) return id;
  // The range lets an index answer, in whatever order the database sorts; its end is after every letter of an id.
  const text = `SELECT id FROM ${table}
    WHERE tenant = ? AND id >= ? AND id <= ? AND substr(id, 1, ?) = ? ORDER BY id LIMIT 9`;
  const ids = await selectColumn(session, text, [tenant, id, id.padEnd(40, "z"), id.length, id]);
  if (ids.length <= 1 || ids.includes(id)) return ids.length === 1 ? (ids[0] ?? id) : id;
  throw new AppError("conflict", `${id} is the beginning of several ids.`, { hint: ids.join("\n") });
}

/** All rows of a tenant in order of their ids, a page at a time. */
export async function* rowsById(session: SqlSession, table: string, where: Where, { id = "id", pageSize = 500 } = {}) {
  for (let after = ""; ; ) {
    const { text, params } = condition({ ...where, [`${id} >`]: after });
    const rows = await session.all(`SELECT * FROM ${table} WHERE ${text} ORDER BY ${id} LIMIT ${pageSize}`, params);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = String(last[id]);
  }
}

/** Rows in one statement: few sizes, so that few statements are prepared. */
const sizes = [64, 16, 4, 1];

/** Adds rows of the same columns with few statements, which cost more than the rows; returns how many were added. */
export async function insertRows(session: SqlSession, table: string, rows: readonly Row[], onConflict = "") {
  const columns = Object.keys(rows[0] ?? {});
  const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES`;
  const row = `(${sqlPlaceholders(columns)})`;
  let added = 0;
  for (const batch of inFewSizes(rows)) {
    const values = batch.map(() => row).join(", ");
    added += await session.run(`${insert} ${values} ${onConflict}`, batch.flatMap(Object.values<SqlValue>));
  }
  return added;
}

/** The items in groups of few different sizes. */
export function* inFewSizes<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let offset = 0; offset < items.length; ) {
    const size = sizes.find((candidate) => candidate <= items.length - offset) ?? 1;
    yield items.slice(offset, offset + size);
    offset += size;
  }
}

/** The list with its first entry repeated at the end: few different lengths make few statements to prepare. */
export function paddedList<T>(items: readonly T[], multiple = 32): readonly T[] {
  const missing = (multiple - (items.length % multiple)) % multiple;
  return [...items, ...Array.from({ length: missing }, () => items.slice(0, 1)).flat()];
}
