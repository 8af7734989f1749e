import { closeSync, constants, lstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { AppError, systemCode } from "../../base/errors.js";
import { decodeText } from "../../base/text/decode-text.js";
import type { FileTree } from "../file-tree.js";

const skippedFolders = new Set([".git", "node_modules"]);

export const nodeFileTree: FileTree = {
  async kindOf(path) {
    try {
      const stats = await stat(path);
      if (!stats.isDirectory()) return "file";
      await access(path, constants.R_OK | constants.X_OK);
      return "folder";
    } catch (error) {
      const code = systemCode(error);
      return code === "EACCES" || code === "EPERM" ? "unreadable" : "missing";
    }
  },

  async entries(folder) {
    const entries = await sync(() => readdirSync(folder, { withFileTypes: true }));
    return entries
      ?.map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? ("folder" as const) : entry.isFile() ? ("file" as const) : ("other" as const),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  },

  async stamp(path) {
    const stats = await sync(() => lstatSync(path, { throwIfNoEntry: false }));
    return stats && { bytes: stats.size, stamp: `${stats.size}-${stats.mtimeMs}-${stats.ctimeMs}-${stats.ino}` };
  },

  read: (path) => sync(() => readWithoutWaiting(path)),

  async *files(path) {
    const stats = await stat(path).catch((cause) => {
      throw new AppError("missing", `File or folder not found: ${path}.`, { hint: "Check the path.", cause });
    });
    if (stats.isFile()) yield path;
    else yield* walk(path);
  },

  text: (file, maxBytes) =>
    sync(() => {
      if (statSync(file).size > maxBytes) return undefined;
      return decodeText(readWithoutWaiting(file));
    }),
};

/** A pipe without a writer is read as empty. */
function readWithoutWaiting(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

const maxTurnMs = 8;
let turnBeganMs = 0;

/**
 * Synchronously, because asynchronous calls take several times as much processor time, and a tree has thousands of files.
 * Every few milliseconds, other work of the process gets its turn. Undefined where the call fails.
 */
async function sync<T>(call: () => T): Promise<T | undefined> {
  if (performance.now() - turnBeganMs > maxTurnMs) {
    await setImmediate();
    turnBeganMs = performance.now();
  }
  try {
    return call();
  } catch {
    return undefined;
  }
}

/** Links are not followed: they may lead out of the tree or form a cycle. */
async function* walk(folder: string): AsyncGenerator<string> {
  for (const { name, kind } of (await nodeFileTree.entries(folder)) ?? []) {
    const path = join(folder, name);
    if (kind === "folder" && !skippedFolders.has(name)) yield* walk(path);
    else if (kind === "file") yield path;
  }
}
