import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import type { SqlRow, SqlValue } from "../sql.js";

/** The part of the `node:sqlite` interface that we use. */
export interface DatabaseSync {
  exec(text: string): void;
  prepare(text: string): StatementSync;
  close(): void;
}

export interface StatementSync {
  all(...params: SqlValue[]): unknown[];
  get(...params: SqlValue[]): SqlRow | undefined;
  run(...params: SqlValue[]): { changes: number | bigint };
}

export interface SqliteDriver {
  readonly DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => DatabaseSync;
  readonly backup: (source: DatabaseSync, destination: string) => Promise<unknown>;
}

/** Node has SQLite built in from version 22; before that a package with the same interface brings it. */
const isBuiltIn = Number(process.versions.node.split(".")[0]) >= 22;

/** What a worker thread requires. */
export const sqliteDriverPath = (): string =>
  isBuiltIn ? nodeSqlite : createRequire(realpathSync(process.argv[1] ?? "")).resolve("@photostructure/sqlite");

// Named by a variable because the type declarations of Node 20 do not know it.
const nodeSqlite = "node:sqlite";

export async function loadSqliteDriver(): Promise<SqliteDriver> {
  if (!isBuiltIn) return (await import("@photostructure/sqlite")) as unknown as SqliteDriver;
  // Node 22 calls its SQLite experimental on stderr of every command; the interface has been stable since.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return (await import(nodeSqlite)) as SqliteDriver;
  } finally {
    process.emitWarning = emitWarning;
  }
}
