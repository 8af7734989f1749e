import { access, constants, lstat, readdir, readFile, stat } from "node:fs/promises";
import type { SourceTree } from "../source-tree.js";

export const nodeSourceTree: SourceTree = {
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
};
