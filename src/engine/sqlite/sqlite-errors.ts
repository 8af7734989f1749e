import { AppError } from "../../base/errors.js";

/** The SQLite result codes that we handle: https://www.sqlite.org/rescode.html */
const codes = { busy: 5, locked: 6, readonly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;

export const isBusy = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === codes.busy || code === codes.locked;
};

/** SQLITE_CORRUPT_VTAB. */
const corruptVirtualTable = 267;

/** Whether only the full-text tables are damaged: they can be rebuilt from the rest of the database. */
export function isDamagedFullText(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const isCorrupt = "errcode" in cause && cause.errcode === corruptVirtualTable;
  return isCorrupt || /(no such table|vtable constructor failed): (main\.)?search_(words|term)/.test(cause.message);
}

/** Explains database errors that a person can act on; other errors are returned as they are. */
export function explainSqliteError(error: unknown, path: string): unknown {
  const context = { cause: error, details: { database: path } };
  switch (codeOf(error)) {
    case codes.busy:
    case codes.locked:
      return new AppError("unavailable", `The database ${path} is locked by another process.`, {
        ...context,
        hint: "Try again. If it persists, `throughline doctor` lists the processes that use it.",
      });
    case codes.corrupt:
    case codes.notADatabase:
      return new AppError("unavailable", `The database ${path} is damaged or not a database. It was not changed.`, {
        ...context,
        hint: "Restore the latest automatic backup with `throughline restore`, or one of yours with `throughline restore FILE`. The damaged file is kept.",
      });
    case codes.full:
      return new AppError("unavailable", `The disk of ${path} is full. Nothing was written.`, {
        ...context,
        hint: "Free some space, or move the home folder with THROUGHLINE_HOME.",
      });
    case codes.readonly:
      return new AppError(
        "unavailable",
        `Nothing was written: ${path} is read-only. Reading and searching still work.`,
        {
          ...context,
          hint: "Make its folder writable for you, or set THROUGHLINE_HOME to another folder.",
        },
      );
    case codes.cannotOpen:
    case codes.ioError:
      return new AppError("unavailable", `The database ${path} cannot be opened or written.`, {
        ...context,
        hint: "Check the folder's owner and permissions (`throughline doctor`), or set THROUGHLINE_HOME to another folder.",
      });
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
