import { randomBytes } from "node:crypto";
import { access, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../files.js";

export const nodeFiles: Files = {
  read: (path) => orUndefined(readFile(path, "utf8"), path),
  list: async (folder) => ((await orUndefined(readdir(folder), folder)) ?? []).sort(),
  write: (path, text, options = {}) => writeAtomically(path, text, options.private ? 0o600 : 0o644),
  exists: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
};

/** Readers see the old file or the new one, never a part: written beside, made durable, then renamed over. */
async function writeAtomically(path: string, text: string, mode: number): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true, ...(mode === 0o600 ? { mode: 0o700 } : {}) });
    const file = await open(beside, "wx", mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(beside, { force: true });
    throw explainFileError(error, path);
  }
}

/** Makes the rename itself durable; Windows cannot open folders and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function orUndefined<T>(reading: Promise<T>, path: string): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw explainFileError(error, path);
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

const hints: Record<string, string> = {
  EACCES: "Check its owner and permissions.",
  EPERM: "Check its owner and permissions.",
  EROFS: "The disk is mounted read-only; use another folder (THROUGHLINE_HOME).",
  ENOSPC: "The disk is full: free some space and try again.",
  ENAMETOOLONG: "Use a shorter name.",
  ENOTDIR: "A file stands where a folder should be.",
  EEXIST: "A file stands where a folder should be.",
  EISDIR: "A folder stands where the file should be.",
};

/** Failures of the file system that a person can act on; other errors are returned as they are. */
export function explainFileError(error: unknown, path: string): unknown {
  const hint = hints[codeOf(error)];
  if (!hint) return error;
  return new AppError("unavailable", `${path} cannot be read or written (${codeOf(error)}).`, { hint, cause: error });
}
