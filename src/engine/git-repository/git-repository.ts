import { constants } from "node:fs";
import { access, readdir, realpath, stat } from "node:fs/promises";
import type { Repositories } from "../repository.js";
import { discoverRepositories } from "./discover.js";
import { askGit } from "./run-git.js";
import { readState } from "./tree-state.js";
import { walkFiles } from "./walk-files.js";

/** Repositories by the `git` program, and folders without git by their files. */
export const gitRepository: Repositories = {
  async check(path) {
    try {
      if (!(await stat(path)).isDirectory()) return "not a folder";
      await access(path, constants.R_OK | constants.X_OK);
      await readdir(path);
      return "ok";
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      return code === "EACCES" || code === "EPERM" ? "denied" : code === "ENOTDIR" ? "not a folder" : "missing";
    }
  },

  canWrite: (path) =>
    access(path, constants.W_OK).then(
      () => true,
      () => false,
    ),

  realPath: (path) => realpath(path).catch(() => path),

  state: readState,

  async files(path) {
    const listed = await askGit(path, ["ls-files", "-co", "--exclude-standard", "-z"]);
    if (listed === undefined) return (await walkFiles(path)).map(({ file }) => file).sort();
    return [...new Set(listed.split("\0").filter(Boolean))].sort();
  },

  async patch(path, files) {
    if (files.length === 0) return "";
    return (await askGit(path, ["diff", "--no-ext-diff", "--no-textconv", "HEAD", "--", ...files])) ?? "";
  },

  discover: discoverRepositories,
};
