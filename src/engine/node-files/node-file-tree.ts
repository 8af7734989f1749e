import { access, constants, lstat, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../base/errors.js";
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
      const code = (error as NodeJS.ErrnoException).code;
      return code === "EACCES" || code === "EPERM" ? "unreadable" : "missing";
    }
  },

  async entries(folder) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    return entries
      ?.map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? ("folder" as const) : entry.isFile() ? ("file" as const) : ("other" as const),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  },

  async stamp(path) {
    const stats = await lstat(path).catch(() => undefined);
    return stats && { bytes: stats.size, stamp: `${stats.size}-${stats.mtimeMs}-${stats.ctimeMs}-${stats.ino}` };
  },

  read: (path) => readFile(path).catch(() => undefined),

  async *files(path) {
    const stats = await stat(path).catch((cause) => {
      throw new AppError("missing", `File or folder not found: ${path}.`, { hint: "Check the path.", cause });
    });
    if (stats.isFile()) yield path;
    else yield* walk(path);
  },

  async text(file, maxBytes) {
    const { size } = await stat(file);
    if (size > maxBytes) return undefined;
    const bytes = await readFile(file);
    return bytes.subarray(0, 8192).includes(0) ? undefined : bytes.toString("utf8");
  },
};

/** Links are not followed: they may lead out of the tree or form a cycle. */
async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skippedFolders.has(entry.name)) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}
