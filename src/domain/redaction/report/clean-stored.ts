import { join } from "node:path";
import type { Home } from "../../../base/home.js";
import { isObject, parseJson } from "../../../base/json.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Files } from "../../../engine/files.js";
import type { Sql, SqlRow, SqlValue } from "../../../engine/sql.js";
import { columnsOf, keysOf, listOwnTables, quoteName, rowsOf, textIn } from "../../../store/all-rows.js";
import { compress } from "../../../store/archive/compression.js";
import { readState, writeState } from "../../../store/search/search-state.js";
import type { Call } from "../../call.js";
import type { Reindex } from "../../search/reindex.js";
import type { Redactor } from "../redact.js";
import { redactStored } from "../redact-value.js";

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
    const { key: keys } = await columnsOf(sql, table);
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
    const redacted = text === undefined ? undefined : redactStored(text, redactor);
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

export interface CleanedFiles {
  /** Paths inside the home. */
  readonly files: readonly string[];
  /** Files that another process may be writing; the next run cleans them. */
  readonly busyFiles: readonly string[];
  /** Copies of the database that keep what they had, until they are deleted. */
  readonly backups: readonly string[];
}

/** Hooks append to these files; one that was just written is left alone. */
const quietMs = 60_000;

/** Redacts the receipts, the spool and the logs. */
export async function cleanFiles(
  { files, home, runtime }: { files: Files; home: Home; runtime: Pick<Runtime, "now"> },
  redactor: Redactor,
  dryRun: boolean,
): Promise<CleanedFiles> {
  const cleaned: string[] = [];
  const busyFiles: string[] = [];
  for (const folder of [home.receipts, home.spool, home.logs]) {
    for (const name of await files.tree(folder)) {
      const path = join(folder, name);
      const text = (await files.read(path)) ?? "";
      const redacted = redactor.redact(text).text;
      if (redacted === text) continue;
      const writtenAt = (await files.modified(path))?.getTime() ?? 0;
      const isBusy = runtime.now().getTime() - writtenAt < quietMs;
      (isBusy ? busyFiles : cleaned).push(path.slice(home.path.length + 1));
      if (!isBusy && !dryRun) await files.write(path, redacted, { private: true });
    }
  }
  const backups = (await files.list(home.path)).filter((name) => /\.db\.(?:before-|damaged-)/.test(name));
  return { files: cleaned, busyFiles, backups };
}

/** How far what was stored has been gone through with the current rules. */
export interface CleaningState {
  /** Of the rules that were applied. */
  readonly rules: string;
  readonly startedAt: string;
  /** Absent while rows are left. */
  readonly finishedAt?: string;
  readonly position?: CleanPosition | undefined;
  /** What was redacted so far; never a value. */
  readonly columns: readonly CleanedColumn[];
  readonly failedRows: number;
  readonly files: readonly string[];
  /** Files that another process was writing to. */
  readonly busyFiles: readonly string[];
}

export const newCleaning = (rules: string, { now }: Pick<Runtime, "now">): CleaningState => ({
  rules,
  startedAt: now().toISOString(),
  columns: [],
  failedRows: 0,
  files: [],
  busyFiles: [],
});

export interface CleaningStore {
  read(): Promise<CleaningState | undefined>;
  write(state: CleaningState): Promise<void>;
}

/** In the home beside the database file; on a database server in the tenant's rows, for all processes that use them. */
export const openCleaningStore = (sql: Sql, files: Files, path: string): CleaningStore =>
  sql.dialect.isKeyedByTenant
    ? {
        read: async () => parseState(await readState(sql, stateName)),
        write: (state) => sql.transaction((session) => writeState(session, stateName, JSON.stringify(state))),
      }
    : {
        read: async () => parseState(await files.read(path)),
        write: (state) => files.write(path, `${JSON.stringify(state, null, 2)}\n`, { private: true }),
      };

const stateName = "secrets.cleaning";

function parseState(text: string | undefined): CleaningState | undefined {
  const state = parseJson(text ?? "");
  return isObject(state) && typeof state.rules === "string" ? (state as unknown as CleaningState) : undefined;
}

/** The counts of both, by column. */
export function addColumns(a: readonly CleanedColumn[], b: readonly CleanedColumn[]): CleanedColumn[] {
  const counts = new Map(a.map(({ column, values }) => [column, values]));
  for (const { column, values } of b) counts.set(column, (counts.get(column) ?? 0) + values);
  return [...counts].map(([column, values]) => ({ column, values }));
}

interface EraseDeps {
  readonly reindex: Reindex;
  readonly secrets: { eraseDeleted(): Promise<boolean> };
  readonly automaticBackups: { removeAll(): Promise<unknown> };
}

/** After rows were redacted: rebuilds the index from them, and removes the old values from free pages and backups. */
export async function eraseCleaned({ reindex, secrets, automaticBackups }: EraseDeps, call: Call): Promise<void> {
  await reindex.run(call, { meaning: false, restart: true });
  await secrets.eraseDeleted();
  await automaticBackups.removeAll();
}
