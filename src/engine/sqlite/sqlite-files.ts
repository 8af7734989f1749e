import { existsSync } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { DatabaseFiles } from "../database-files.js";
import { loadSqliteDriver, sqliteDriverPath } from "./sqlite-driver.js";
import { explainSqliteError } from "./sqlite-errors.js";

export const sqliteFiles: DatabaseFiles = {
  async inspect(file) {
    return existsSync(file) ? await inspectInWorker(file) : undefined;
  },
  async size(file) {
    return (await stat(file).catch(() => undefined))?.size;
  },
  async copy(from, to) {
    const driver = await loadSqliteDriver();
    const source = new driver.DatabaseSync(from);
    try {
      await driver.backup(source, to);
    } catch (error) {
      throw explainSqliteError(error, to);
    } finally {
      source.close();
    }
  },
  async setAside(file, label) {
    const aside = `${file}.${label}`;
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(file + suffix)) await rename(file + suffix, aside + suffix);
    }
    return aside;
  },
};

/** The check reads the whole file, which takes a second for a large one; a server answers meanwhile. */
const inspectProgram = `
const { parentPort, workerData } = require("node:worker_threads");
const { DatabaseSync } = require(workerData.driver);
const database = new DatabaseSync(workerData.file);
try {
  const isSound = Object.values(database.prepare("PRAGMA quick_check(1)").get())[0] === "ok";
  if (isSound) parentPort.postMessage(database.prepare("SELECT name FROM migrations").all().map(({ name }) => name));
} finally {
  database.close();
}`;

function inspectInWorker(file: string): Promise<readonly string[] | undefined> {
  const workerData = { file, driver: sqliteDriverPath() };
  // Its stderr would tell that Node calls its SQLite experimental.
  const worker = new Worker(inspectProgram, { eval: true, workerData, execArgv: [], stderr: true });
  return new Promise((resolve) => {
    worker.once("message", resolve);
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
}
