import type { SqlRow, SqlValue } from "../engine/sql.js";

/** How a field is kept; a number, because servers return large ones as text. */
type Kept = "text" | "number" | "flag" | "json";

/** For each field how it is kept, in the column of its name in snake case unless another one is named. */
type Fields<T> = { readonly [K in keyof T]-?: Kept | readonly [Kept, column: string] };

/** The form of a record as a row. Fields that are undefined or NULL are NULL in the column and null in the record. */
export interface RecordTable<T> {
  readonly columns: readonly string[];
  values(record: T): SqlValue[];
  read(row: SqlRow): T;
  /** Assignments for the fields that are named. */
  assign(changes: Partial<T>): { readonly text: string; readonly params: SqlValue[] };
}

export function recordTable<T extends object>(fields: Fields<T>): RecordTable<T> {
  const list = Object.entries<Kept | readonly [Kept, string]>(fields).map(([field, how]) => {
    const [kept, column = snakeCase(field)] = typeof how === "string" ? [how] : how;
    return { field: field as keyof T & string, kept, column };
  });
  return {
    columns: list.map(({ column }) => column),
    values: (record) => list.map(({ field, kept }) => toValue(kept, record[field])),
    read: (row) =>
      Object.fromEntries(list.map(({ field, kept, column }) => [field, fromValue(kept, row[column] ?? null)])) as T,
    assign(changes) {
      const changed = list.filter(({ field }) => field in changes);
      return {
        text: changed.map(({ column }) => `${column} = ?`).join(", "),
        params: changed.map(({ field, kept }) => toValue(kept, changes[field])),
      };
    },
  };
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toValue(kept: Kept, value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (kept === "json") return JSON.stringify(value);
  return kept === "flag" ? Number(value) : (value as SqlValue);
}

function fromValue(kept: Kept, value: SqlValue): unknown {
  if (value === null || kept === "text") return value;
  if (kept === "json") return JSON.parse(String(value));
  return kept === "flag" ? Number(value) === 1 : Number(value);
}
