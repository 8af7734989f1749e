import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../base/errors.js";
import type { Lock } from "../lock.js";
import { makeFolder } from "../make-folder.js";
import { createMutex } from "../mutex.js";
import { type DatabaseSync, loadSqliteDriver } from "./sqlite-driver.js";
import { explainSqliteError, isBusy } from "./sqlite-errors.js";

const maxWaitMs = 60_000;
/** After this time a process polls at the highest rate. */
const agingMs = 5_000;

/**
 * A lock held through SQLite's own file lock on an empty database (decision 0012): the system releases it when the
 * process dies, however it dies, so that there is nothing stale to detect.
 */
export function sqliteLock(): Lock {
  const queues = new Map<string, ReturnType<typeof createMutex>>();
  return {
    hold(path, body) {
      const mutex = queues.get(path) ?? createMutex();
      queues.set(path, mutex);
      return mutex(() => withFileLock(path, body));
    },
  };
}

async function withFileLock<T>(path: string, body: () => Promise<T>): Promise<T> {
  const database = await openLockFile(path);
  try {
    await begin(database, path);
    return await body();
  } finally {
    // Closing ends the transaction, and with it the lock.
    database.close();
  }
}

async function openLockFile(path: string): Promise<DatabaseSync> {
  const { DatabaseSync: Database } = await loadSqliteDriver();
  makeFolder(dirname(path));
  try {
    return new Database(path);
  } catch (error) {
    throw explainSqliteError(error, path);
  }
}

async function begin(database: DatabaseSync, path: string): Promise<void> {
  // Nothing is written, so there is nothing to roll back: a journal file would only cost time.
  database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY");
  for (const start = Date.now(); !tryBegin(database, path); ) {
    if (Date.now() - start > maxWaitMs) throw lockTimeout(path);
    // Jittered, so that waiting processes do not poll at the same time; the longer a process waits, the more often it polls.
    const backoff = Math.max(0.1, 1 - (Date.now() - start) / agingMs);
    await sleep(1 + Math.random() * 14 * backoff);
  }
}

function tryBegin(database: DatabaseSync, path: string): boolean {
  try {
    database.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw explainSqliteError(error, path);
  }
}

const lockTimeout = (path: string) =>
  new AppError("unavailable", "Another process has been writing to this store for over a minute.", {
    hint: `Try again. If it persists, find the process that has ${path} open.`,
  });
