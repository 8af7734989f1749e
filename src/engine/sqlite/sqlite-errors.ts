import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../base/errors.js";

/** The SQLite result codes that we handle: https://www.sqlite.org/rescode.html */
const codes = { busy: 5, locked: 6, readonly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;

export const isBusy = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === codes.busy || code === codes.locked;
};

/** SQLite needs this much beside the database to open it at all. */
const minFreeBytes = 64 * 1024;

/** A database beside which there is no room cannot be opened or written: SQLite names many reasons for it. */
export function isDiskFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < minFreeBytes;
  } catch {
    return false;
  }
}

/** SQLITE_CORRUPT_VTAB. */
const corruptVirtualTable = 267;

/** Whether only the full-text tables are damaged: they can be rebuilt from the rest of the database. */
export function isDamagedFullText(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const isCorrupt = "errcode" in cause && cause.errcode === corruptVirtualTable;
  return isCorrupt || /(no such table|vtable constructor failed): (main\.)?search_(words|term)/.test(cause.message);
}

const mayBeFull: readonly number[] = [codes.readonly, codes.ioError, codes.cannotOpen];

/** Explains database errors that a person can act on; other errors are returned as they are. */
export function explainSqliteError(error: unknown, path: string): unknown {
  const explain = (message: string, hint: string) =>
    new AppError("unavailable", message, { cause: error, details: { database: path }, hint });
  const nothingWritten = (why: string, hint: string) =>
    explain(`Nothing was written: ${why}. Reading and searching still work.`, hint);
  const code = codeOf(error);
  switch (code !== undefined && mayBeFull.includes(code) && isDiskFull(path) ? codes.full : code) {
    case codes.busy:
    case codes.locked:
      return explain(
        `The database ${path} is locked by another process.`,
        "Try again. If it persists, `throughline doctor` lists the processes that use it.",
      );
    case codes.corrupt:
    case codes.notADatabase:
      return explain(
        `The database ${path} is damaged or not a database. It was not changed.`,
        "Restore the latest automatic backup with `throughline restore`, or one of yours with `throughline restore FILE`. The damaged file is kept.",
      );
    case codes.full:
      return nothingWritten(
        `the disk of ${path} is full`,
        "Free some space, or set THROUGHLINE_HOME to a folder on another disk.",
      );
    case codes.readonly:
      return nothingWritten(
        `${path} is read-only`,
        "Make its folder writable for you, or set THROUGHLINE_HOME to another folder.",
      );
    case codes.cannotOpen:
    case codes.ioError:
      return explain(
        `The database ${path} cannot be opened or written.`,
        "Check the folder's owner and permissions (`throughline doctor`), or set THROUGHLINE_HOME to another folder.",
      );
    default:
      // SQLite's own limit is 50,000 bytes of a pattern.
      return error instanceof Error && error.message.includes("pattern too complex")
        ? new AppError("invalid", "A tag, path or word to filter by is too long.", {
            cause: error,
            hint: "Use at most 10,000 characters.",
          })
        : error;
  }
}
