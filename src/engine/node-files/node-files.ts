import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  fsync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { cp, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { AppError, systemCode } from "../../base/errors.js";
import { type Files, maxTextBytes } from "../files.js";
import { makeFolder } from "../make-folder.js";

/**
 * Small files are read and written synchronously: every asynchronous call is a trip to the thread pool, which takes longer
 * than the call itself. Only waiting for the disk is asynchronous.
 */
export const nodeFiles: Files = {
  read: (path) => orUndefined(readText(path, 0, maxOwnBytes), path),
  async readUpTo(path, maxBytes) {
    const stats = await orUndefined(stat(path), path);
    if (stats && !stats.isFile()) throw new AppError("invalid", `${path} is not a regular file.`);
    if (stats && stats.size > maxBytes)
      throw new AppError("invalid", `${path} is larger than ${Math.floor(maxBytes / 1024)} KB.`);
    return stats && nodeFiles.read(path);
  },
  readPlain: (path) => orUndefined(readText(path, constants.O_NOFOLLOW ?? 0, maxTextBytes), path),
  list: async (folder) => ((await orUndefined(readdir(folder), folder)) ?? []).sort(),
  async listKind(folder, kind) {
    const entries = await entriesOf(folder);
    return entries.flatMap((entry) => ((kind === "file" ? entry.isFile() : entry.isDirectory()) ? [entry.name] : []));
  },
  tree: (folder) => treeOf(folder, ""),
  write: (path, text, options = {}) =>
    writeAtomically(path, text, options.private ? 0o600 : options.executable ? 0o755 : 0o644),
  remove: (path) => rm(path, { recursive: true, force: true }).catch((error) => throwFileError(error, path)),
  rename: (from, to, options = {}) =>
    move(from, to, options.private ? 0o700 : undefined).catch((error) => throwFileError(error, to)),
  size: async (path) => (await orUndefined(stat(path), path))?.size ?? 0,
  modified: async (path) => (await orUndefined(stat(path), path))?.mtime,
  realPath: (path) => orUndefined(realpath(path), path),
  exists: async (path) => existsSync(path),
};

const entriesOf = async (folder: string): Promise<Dirent[]> =>
  ((await orUndefined(readdir(folder, { withFileTypes: true }), folder)) ?? []).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );

async function treeOf(folder: string, subfolder: string): Promise<string[]> {
  const entries = await entriesOf(join(folder, subfolder));
  const paths = entries.map((entry) => {
    const path = subfolder === "" ? entry.name : `${subfolder}/${entry.name}`;
    return entry.isDirectory() ? treeOf(folder, path) : entry.isFile() ? [path] : [];
  });
  return (await Promise.all(paths)).flat();
}

/** Of files that a person or the product wrote: a longer text does not fit into a string. */
const maxOwnBytes = 256 * 2 ** 20;

/** Without blocking, so that a named pipe in a folder that is not trusted cannot stop the process. */
async function readText(path: string, flags: number, maxBytes: number): Promise<string> {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    const { size } = fstatSync(file);
    if (size > maxBytes) {
      const message = `${path} has ${Math.ceil(size / 2 ** 20)} MB. At most ${maxBytes / 2 ** 20} MB are read.`;
      throw new AppError("invalid", message, { hint: "Shorten the file, or move it away." });
    }
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

async function move(from: string, to: string, folderMode: number | undefined): Promise<void> {
  makeFolder(dirname(to), folderMode);
  try {
    await rename(from, to);
  } catch (error) {
    if (systemCode(error) !== "EXDEV") throw error;
    await cp(from, to, { recursive: true });
    await rm(from, { recursive: true });
  }
}

const sync = promisify(fsync);

/** Readers see the old file or the new one, never a part: written to a temporary file, made durable, then renamed. */
async function writeAtomically(path: string, text: string | Uint8Array, mode: number): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = createFile(temporary, mode);
    try {
      writeFileSync(file, text);
      await sync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    // What went wrong first is what counts: the temporary name may be as invalid as the real one.
    await rm(temporary, { force: true }).catch(() => {});
    throwFileError(error, path);
  }
}

/** Opens a new file, and creates its folder if that is missing. */
function createFile(path: string, mode: number): number {
  try {
    return openSync(path, "wx", mode);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    makeFolder(dirname(path), mode === 0o600 ? 0o700 : undefined);
    return openSync(path, "wx", mode);
  }
}

/** Makes the rename itself durable; Windows cannot open folders and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    await sync(handle);
  } finally {
    closeSync(handle);
  }
}

async function orUndefined<T>(reading: Promise<T>, path: string): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    return notFoundCodes.includes(systemCode(error)) ? undefined : throwFileError(error, path);
  }
}

/** ELOOP: a symbolic link that must not be followed. EISDIR stays an error. */
const notFoundCodes = ["ENOENT", "ENOTDIR", "ELOOP"];

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

/** Failures of the file system that a person can act on; other errors are thrown as they are. */
export function throwFileError(error: unknown, path: string): never {
  const hint = hints[systemCode(error)];
  if (!hint) throw error;
  throw new AppError("unavailable", `${path} cannot be read or written (${systemCode(error)}).`, {
    hint,
    cause: error,
  });
}
