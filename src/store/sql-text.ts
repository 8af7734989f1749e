import { AppError } from "../base/errors.js";
import { isCutId } from "../base/ids.js";
import type { SqlSession, SqlValue } from "../engine/sql.js";

/** `?, ?, …`: a placeholder for each value of an `IN (…)` or a row. */
export const sqlPlaceholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

export const insertInto = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${sqlPlaceholders(columns)})`;

type Parameter = string | number;

/** A condition and the parameters in it. */
export interface Condition {
  readonly text: string;
  readonly params: Parameter[];
}

/** Conditions that hold together. One without a value is left out; `(?)` stands for as many values as the list has. */
export function allOf(
  ...parts: readonly (readonly [text: string, value: Parameter | readonly Parameter[] | undefined])[]
): Condition {
  const given = parts.flatMap(([text, value]) => (value === undefined ? [] : [{ text, values: [value].flat() }]));
  return {
    text: given.map(({ text, values }) => text.replace("(?)", `(${sqlPlaceholders(values)})`)).join(" AND "),
    params: given.flatMap(({ values }) => values),
  };
}

/** A text for `LIKE ? ESCAPE '~'` in which nothing is a wildcard. */
export const escapeLike = (text: string): string => text.replace(/[%_~]/g, "~$&");

/** The number `n` that a statement selects; 0 without one. */
export const selectNumber = async (
  session: SqlSession,
  text: string,
  params: readonly SqlValue[] = [],
): Promise<number> => Number((await session.all<{ n: number | null }>(text, params))[0]?.n ?? 0);

/** The whole id that begins like this, as git finds a commit; one that is whole or unknown as it is. */
export async function findWholeId(session: SqlSession, table: string, tenant: string, id: string): Promise<string> {
  if (!isCutId(id)) return id;
  // The range lets an index answer, in whatever order the database sorts; its end is after every letter of an id.
  const text = `SELECT id FROM ${table}
    WHERE tenant = ? AND id >= ? AND id <= ? AND substr(id, 1, ?) = ? ORDER BY id LIMIT 9`;
  const ids = (await session.all<{ id: string }>(text, [tenant, id, id.padEnd(40, "z"), id.length, id])).map(
    (row) => row.id,
  );
  if (ids.length <= 1 || ids.includes(id)) return ids.length === 1 ? (ids[0] ?? id) : id;
  throw new AppError("conflict", `${id} is the beginning of several ids.`, { hint: ids.join("\n") });
}

/** All rows of a tenant in order of their ids, a page at a time. */
export async function* rowsById<R extends { readonly id: string }>(
  session: SqlSession,
  table: string,
  tenant: string,
  pageSize = 500,
): AsyncGenerator<R> {
  for (let after = ""; ; ) {
    const text = `SELECT * FROM ${table} WHERE tenant = ? AND id > ? ORDER BY id LIMIT ${pageSize}`;
    const rows = await session.all<R & Record<string, SqlValue>>(text, [tenant, after]);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Rows in one statement: few sizes, so that few statements are prepared. */
const sizes = [64, 16, 4, 1];

/** Adds many rows with few statements, which cost more than the rows; returns how many were added. */
export async function insertRows(
  session: SqlSession,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  onConflict = "",
): Promise<number> {
  let added = 0;
  for (const batch of inFewSizes(rows)) {
    const values = batch.map(() => `(${sqlPlaceholders(columns)})`).join(", ");
    const text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${values} ${onConflict}`;
    added += await session.run(text, batch.flat());
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
