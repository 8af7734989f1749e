import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createMutex } from "../mutex.js";
import type { Dialect, Sql, SqlRow, SqlSession, SqlValue } from "../sql.js";
import { type DatabaseSync, loadSqliteDriver, type SqliteDriver, type StatementSync } from "./sqlite-driver.js";
import { explainSqliteError, isBusy, isDiskFull } from "./sqlite-errors.js";
import { createSqliteFullText } from "./sqlite-full-text.js";
import { createHammingScan } from "./wasm-hamming-scan.js";

/** One per database, because it caches document lengths. */
export const createSqliteDialect = (): Dialect => ({
  name: "sqlite",
  bytes: "BLOB",
  autoIncrementKey: "INTEGER PRIMARY KEY AUTOINCREMENT",
  fullText: createSqliteFullText(),
  createHammingScan,
  listTables: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
  listColumns: "SELECT name, pk AS place FROM pragma_table_info(?) ORDER BY cid",
  ownRows: "TRUE",
  countDocuments: "SELECT count(*) AS n FROM search_documents",
  expireAudit: "DELETE FROM audit_log WHERE tenant = ? AND at < ? RETURNING id",
  isKeyedByTenant: false,
  advanceSequences: [],
  beforeMigration: [],
  afterMigration: async () => {},
});

/** How long a write waits for other processes before it gives up. */
const busyTimeoutMs = 10_000;
// SQLite waits this long by itself, blocking the process; longer waits are asynchronous, so that other requests are served meanwhile.
const blockingWaitMs = 200;
const maxCachedStatements = 200;

export interface SqliteOptions {
  readonly busyTimeoutMs?: number;
  /** Whether a write waits until it is on the disk. Default: true. */
  readonly isSynced?: boolean;
  /** For a file or folder that this user must not write: writes fail, reads work. */
  readonly isReadOnly?: boolean;
}

/** Opens or creates the database file at `path`; `:memory:` for one that lives as long as the process. */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Sql> {
  const driver = await loadSqliteDriver();
  const retry = createRetry(path, options.busyTimeoutMs ?? busyTimeoutMs);
  let isReadOnly = options.isReadOnly ?? false;
  const database = await retry(() => {
    try {
      if (!isReadOnly) return openDatabase(driver, path, options.isSynced ?? true);
    } catch (error) {
      // Opening it to write takes space.
      if (!existsSync(path) || !isDiskFull(path)) throw error;
      isReadOnly = true;
    }
    return openReadOnly(driver, path);
  });
  return connect(driver, database, { path, retry, isReadOnly });
}

function openDatabase(driver: SqliteDriver, path: string, isSynced: boolean): DatabaseSync {
  const database = new driver.DatabaseSync(path);
  try {
    // FULL: a write that was acknowledged survives a power cut (decision 0002). NORMAL may lose the last writes, whole.
    const synchronous = isSynced ? "FULL" : "NORMAL";
    database.exec(
      `PRAGMA busy_timeout = ${blockingWaitMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Beside a write-ahead log SQLite writes even to read. Where it cannot, the file is read as it is: what another user
 * wrote and has not yet moved out of the log is missing.
 */
function openReadOnly(driver: SqliteDriver, path: string): DatabaseSync {
  const database = new driver.DatabaseSync(path, { readOnly: true });
  try {
    database.prepare("SELECT count(*) FROM sqlite_master").get();
    return database;
  } catch {
    database.close();
    return new driver.DatabaseSync(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
  }
}

type Retry = <T>(attempt: () => T) => Promise<T>;

/** Tries again with growing, jittered pauses while another process holds the database. */
function createRetry(path: string, timeout: number): Retry {
  return async (attempt) => {
    const end = Date.now() + timeout;
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 100)) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || Date.now() > end) throw explainSqliteError(error, path);
      }
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  };
}

interface Connection {
  readonly path: string;
  readonly retry: Retry;
  readonly isReadOnly: boolean;
}

function connect(driver: SqliteDriver, database: DatabaseSync, { path, retry, isReadOnly }: Connection): Sql {
  const mutex = createMutex();
  const statements = createStatements(database);
  const dialect = createSqliteDialect();
  const read = <R extends SqlRow>(text: string, params: readonly SqlValue[] = []) =>
    statements(text).all(...params) as R[];
  const change = (text: string, params: readonly SqlValue[] = []) => Number(statements(text).run(...params).changes);
  const session: SqlSession = {
    dialect,
    all: async <R extends SqlRow>(text: string, params?: readonly SqlValue[]) => read<R>(text, params),
    run: async (text, params) => change(text, params),
  };

  const transaction = async <T>(body: (session: SqlSession) => Promise<T>): Promise<T> => {
    await retry(() => database.exec("BEGIN IMMEDIATE"));
    try {
      const result = await body(session);
      database.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(database);
      throw explainSqliteError(error, path);
    }
  };
  const inTurn = <T>(attempt: () => T) => mutex(() => retry(attempt));

  return {
    dialect,
    all: <R extends SqlRow>(text: string, params?: readonly SqlValue[]) => inTurn(() => read<R>(text, params)),
    run: (text, params) => inTurn(() => change(text, params)),
    transaction: (body) => mutex(() => transaction(body)),
    // A disk that is full is reported by the write itself.
    writes: async () => (!isReadOnly ? "ok" : isDiskFull(path) ? "disk-full" : "read-only"),
    integrity: () => inTurn(() => String(Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {})[0])),
    diagnostics: async () =>
      isReadOnly ? [{ isWarning: true, text: `${path} can only be read: ${whyReadOnly(path)}.` }] : [],
    seesEveryTenant: async () => true,
    eraseDeleted: () => mutex(() => eraseDeleted(database, retry)),
    size: () => inTurn(() => Number(database.prepare(sizeText).get()?.bytes ?? 0)),
    async backup(file) {
      // Created first with private permissions, because the copy contains everything.
      await (await open(file, "a", 0o600)).close();
      await driver.backup(database, file);
    },
    close: () => mutex(async () => database.close()),
  };
}

const whyReadOnly = (path: string): string => (isDiskFull(path) ? "the disk is full" : "it is not writable for you");

/** Merging all segments of an index is what drops the words of deleted documents. */
const optimizeIndexes = `SELECT 'INSERT INTO "' || name || '" ("' || name || '") VALUES (''optimize'')' AS text
  FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'`;

/** VACUUM also rewrites pages that were freed before secure_delete was on. */
async function eraseDeleted(database: DatabaseSync, retry: Retry): Promise<boolean> {
  const indexes = (await retry(() => database.prepare(optimizeIndexes).all())) as { text: string }[];
  for (const { text } of indexes) await retry(() => database.exec(text));
  await retry(() => database.exec("VACUUM"));
  return (await retry(() => database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()))?.busy === 0;
}

const sizeText = "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()";

/** SQLite ends a transaction by itself when the disk is full; there is nothing left to roll back then. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec("ROLLBACK");
  } catch {}
}

/** Prepared statements by their text, in an LRU cache. */
function createStatements(database: DatabaseSync): (text: string) => StatementSync {
  const cache = new Map<string, StatementSync>();
  return (text) => {
    const statement = cache.get(text) ?? database.prepare(text);
    cache.delete(text);
    cache.set(text, statement);
    if (cache.size > maxCachedStatements) cache.delete(cache.keys().next().value ?? "");
    return statement;
  };
}
