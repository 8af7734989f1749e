import { randomBytes } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { access, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../files.js";

export const nodeFiles: Files = {
  read: (path) => orUndefined(readFile(path, "utf8"), path),
  async readUpTo(path, maxBytes) {
    const stats = await orUndefined(stat(path), path);
    if (stats && !stats.isFile()) throw new AppError("invalid", `${path} is not a regular file.`);
    if (stats && stats.size > maxBytes)
      throw new AppError("invalid", `${path} is larger than ${Math.floor(maxBytes / 1024)} KB.`);
    return stats && nodeFiles.read(path);
  },
  readPlain: (path) => orUndefined(readNoFollow(path), path),
  list: async (folder) => ((await orUndefined(readdir(folder), folder)) ?? []).sort(),
  listKind: async (folder, kind) =>
    (await entriesOf(folder)).filter((entry) => (kind === "file" ? entry.isFile() : entry.isDirectory())).map(nameOf),
  tree: (folder) => treeOf(folder, ""),
  write: (path, text, options = {}) =>
    writeAtomically(path, text, options.private ? 0o600 : options.executable ? 0o755 : 0o644),
  remove: (path) =>
    rm(path, { recursive: true, force: true }).catch((error) => {
      throw explainFileError(error, path);
    }),
  rename: (from, to) =>
    rename(from, to).catch((error) => {
      throw explainFileError(error, to);
    }),
  modified: async (path) => (await orUndefined(stat(path), path))?.mtime,
  realPath: (path) => orUndefined(realpath(path), path),
  exists: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
};

const nameOf = ({ name }: Dirent) => name;

const entriesOf = async (folder: string): Promise<Dirent[]> =>
  ((await orUndefined(readdir(folder, { withFileTypes: true }), folder)) ?? []).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );

async function treeOf(folder: string, subfolder: string): Promise<string[]> {
  const entries = await entriesOf(join(folder, subfolder));
  const paths = await Promise.all(
    entries.map((entry) => {
      const path = subfolder === "" ? entry.name : `${subfolder}/${entry.name}`;
      return entry.isDirectory() ? treeOf(folder, path) : entry.isFile() ? [path] : [];
    }),
  );
  return paths.flat();
}

async function readNoFollow(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** Readers see the old file or the new one, never a part: written to a temporary file, made durable, then renamed. */
async function writeAtomically(path: string, text: string | Uint8Array, mode: number): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true, ...(mode === 0o600 ? { mode: 0o700 } : {}) });
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    // What went wrong first is what counts: the temporary name may be as invalid as the real one.
    await rm(temporary, { force: true }).catch(() => {});
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
    if (notFoundCodes.includes(codeOf(error))) return undefined;
    throw explainFileError(error, path);
  }
}

/** ELOOP: a symbolic link that must not be followed. EISDIR stays an error. */
const notFoundCodes = ["ENOENT", "ENOTDIR", "ELOOP"];

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

const hints: Record<string, string> = {
  EACCES: "Check its owner and permissions.",
  EPERM: "Check its owner and permissions.",
  EROFS: "The disk is mounted read-only. Use another folder (THROUGHLINE_HOME).",
  ENOSPC: "The disk is full. Free some space and try again.",
  ENAMETOOLONG: "Use a shorter name.",
  ENOTDIR: "There is a file where a folder is expected.",
  EEXIST: "There is a file where a folder is expected.",
  EISDIR: "There is a folder where a file is expected.",
  ERR_INVALID_ARG_VALUE: "A path cannot contain a NUL character.",
};

/** Failures of the file system that a person can act on; other errors are returned as they are. */
export function explainFileError(error: unknown, path: string): unknown {
  const hint = hints[codeOf(error)];
  if (!hint) return error;
  return new AppError("unavailable", `${path} cannot be read or written (${codeOf(error)}).`, { hint, cause: error });
}
