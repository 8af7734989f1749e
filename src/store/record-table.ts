import type { SqlRow, SqlSession, SqlValue } from "../engine/sql.js";
import { insertRow, type Row, selectRows, updateRows } from "./rows.js";
import type { Where } from "./sql-text.js";

/** How fields are kept that need no type of their own; `?` for those that may be null. */
interface Plain {
  readonly text: string;
  readonly "text?": string | null;
  /** Converted, because servers return large ones as text. */
  readonly number: number;
  readonly "number?": number | null;
  readonly flag: boolean;
}

type Kept = keyof Plain | "json";

/** A field with a type of its own, or in a column that is not its name in snake case. */
interface Field<T> {
  readonly kept: Kept;
  readonly column: string | undefined;
  /** Never set: it carries the type. */
  readonly type?: T;
}

export const field = <T>(kept: Kept, column?: string): Field<T> => ({ kept, column });

type Fields = Readonly<Record<string, keyof Plain | Field<unknown>>>;

type ValueOf<F> = F extends keyof Plain ? Plain[F] : F extends Field<infer T> ? T : never;

/** A field that may be undefined may be left out. */
type RecordWith<F extends Fields> = {
  readonly [K in keyof F as undefined extends ValueOf<F[K]> ? never : K]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as undefined extends ValueOf<F[K]> ? K : never]?: ValueOf<F[K]>;
};

/** The records of a table. */
export type RecordOf<Table> = Table extends RecordTable<infer T> ? T : never;

/** Records as rows of a table. Fields that are undefined or null are NULL in the column and null in the record. */
export interface RecordTable<T> {
  readonly name: string;
  readonly columns: readonly string[];
  row(record: T): Row;
  read(row: SqlRow): T;
  /** Adds a record, with what its row has besides. */
  insert(session: SqlSession, others: Row, record: T, onConflict?: string): Promise<void>;
  /** Changes the fields that are named; returns in how many rows. */
  update(session: SqlSession, where: Where, changes: Partial<T>): Promise<number>;
  /** `rest` follows the condition: more of it, an order, a limit. */
  select(session: SqlSession, where: Where, rest?: string, ...params: readonly SqlValue[]): Promise<T[]>;
  find(session: SqlSession, where: Where): Promise<T | undefined>;
}

/** Says once how the fields of a record are kept; `RecordOf` is its type. */
export function recordTable<const F extends Fields>(name: string, fields: F): RecordTable<RecordWith<F>> {
  const list = Object.entries(fields).map(([key, how]) => {
    const { kept, column = snakeCase(key) } = typeof how === "string" ? { kept: how } : how;
    return { key, kept, column };
  });
  // Loops, because a table is read and written by the thousand.
  const toRow = (record: Readonly<Record<string, unknown>>, some = list): Row => {
    const row: Record<string, SqlValue> = {};
    for (const { key, kept, column } of some) row[column] = toValue(kept, record[key]);
    return row;
  };
  const read = (row: SqlRow) => {
    const record: Record<string, unknown> = {};
    for (const { key, kept, column } of list) record[key] = fromValue(kept, row[column] ?? null);
    return record as RecordWith<F>;
  };
  const select: RecordTable<RecordWith<F>>["select"] = async (session, where, rest = "", ...more) => {
    return (await selectRows(session, `* FROM ${name}`, where, rest, ...more)).map(read);
  };
  return {
    name,
    columns: list.map(({ column }) => column),
    row: toRow,
    read,
    async insert(session, others, record, onConflict) {
      await insertRow(session, name, { ...others, ...toRow(record) }, onConflict);
    },
    update: (session, where, changes) => {
      const changed = list.filter(({ key }) => key in changes);
      return updateRows(session, name, where, toRow(changes, changed));
    },
    select,
    find: async (session, where) => (await select(session, where))[0],
  };
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toValue(kept: Kept, value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (kept === "json") return JSON.stringify(value);
  return kept === "flag" ? Number(value) : (value as SqlValue);
}

function fromValue(kept: Kept, value: SqlValue): unknown {
  if (value === null || kept === "text" || kept === "text?") return value;
  if (kept === "json") return JSON.parse(String(value));
  return kept === "flag" ? Number(value) === 1 : Number(value);
}
