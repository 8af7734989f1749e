import { access, constants, lstat, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { FileTree } from "../file-tree.js";

const skipped = new Set([".git", "node_modules"]);

export const nodeFileTree: FileTree = {
  async kindOf(path) {
    try {
      const facts = await stat(path);
      if (!facts.isDirectory()) return "file";
      await access(path, constants.R_OK | constants.X_OK);
      return "folder";
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      return code === "EACCES" || code === "EPERM" ? "unreadable" : "missing";
    }
  },

  async entries(folder) {
    const found = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    return found
      ?.map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? ("folder" as const) : entry.isFile() ? ("file" as const) : ("other" as const),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  },

  async stamp(path) {
    const facts = await lstat(path).catch(() => undefined);
    return facts && { bytes: facts.size, stamp: `${facts.size}-${facts.mtimeMs}-${facts.ctimeMs}-${facts.ino}` };
  },

  read: (path) => readFile(path).catch(() => undefined),

  async *files(path) {
    const facts = await stat(path).catch((cause) => {
      throw new AppError("missing", `File or folder not found: ${path}.`, { hint: "Check the path.", cause });
    });
    if (facts.isFile()) yield path;
    else yield* below(path);
  },

  async text(file, maxBytes) {
    const { size } = await stat(file);
    if (size > maxBytes) return undefined;
    const bytes = await readFile(file);
    return bytes.subarray(0, 8192).includes(0) ? undefined : bytes.toString("utf8");
  },
};

/** Links are not followed: they may lead out of the tree or round in it. */
async function* below(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* below(path);
    else if (entry.isFile()) yield path;
  }
}
