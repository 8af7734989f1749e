import { access, constants, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { WorkingTrees } from "../working-trees.js";
import { runIsolated, tryIsolated } from "./isolated-git.js";
import { readDifference } from "./read-difference.js";
import { commitIdentity, wordsOf } from "./run-git.js";
import { readSnapshot, restoreSnapshot, takeSnapshot } from "./snapshot.js";
import { readState } from "./tree-state.js";
import { walkFiles } from "./walk-files.js";

/** Separate from branches and tags, and never pushed by default. */
const refOf = (name: string): string => `refs/throughline/${name}`;

const topOf = async (path: string) => (await runIsolated(path, ["rev-parse", "--show-toplevel"])).trim();

export const gitCliWorkingTrees: WorkingTrees = {
  async check(path, mode = "read") {
    try {
      if (!(await stat(path)).isDirectory()) return "not a folder";
      await access(path, constants.R_OK | constants.X_OK | (mode === "write" ? constants.W_OK : 0));
      await readdir(path);
      return "ok";
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      return code === "EACCES" || code === "EPERM" ? "denied" : code === "ENOTDIR" ? "not a folder" : "missing";
    }
  },

  state: readState,

  async files(path) {
    const output = await tryIsolated(path, ["ls-files", "-co", "--exclude-standard", "-z"]);
    if (output === undefined) return (await walkFiles(path)).map(({ file }) => file).sort();
    return [...new Set(wordsOf(output))].sort();
  },

  async patch(path, files) {
    if (files.length === 0) return "";
    return (await tryIsolated(path, ["diff", "--no-ext-diff", "--no-textconv", "HEAD", "--", ...files])) ?? "";
  },

  snapshot: async (path, name) => takeSnapshot(await topOf(path), refOf(name)),
  snapshotOf: async (path, name) => readSnapshot(await topOf(path), refOf(name)),
  restore: async (path, snapshot) => restoreSnapshot(await topOf(path), snapshot),
  difference: async (path, before, after) => readDifference(await topOf(path), before.commit, after.commit),
  forget: async (path, name) => void (await tryIsolated(path, ["update-ref", "-d", refOf(name)])),

  async uncommittedBytes(path) {
    const top = await topOf(path);
    const files = new Set(wordsOf(await runIsolated(top, ["ls-files", "-mo", "--exclude-standard", "-z"])));
    const sizes = await Promise.all([...files].map((file) => lstat(join(top, file)).catch(() => undefined)));
    return sizes.reduce((sum, stats) => sum + (stats?.isFile() ? stats.size : 0), 0);
  },

  async addWorktree(path, folder, branch) {
    await runIsolated(path, ["worktree", "add", "-q", "-b", branch, folder, "HEAD"]);
  },

  async commitAll(folder, message) {
    await runIsolated(folder, ["add", "-A"]);
    const isClean = (await runIsolated(folder, ["status", "--porcelain"])).trim() === "";
    if (isClean) return undefined;
    await runIsolated(folder, ["-c", "commit.gpgSign=false", "commit", "-q", "--no-verify", "-F", "-"], {
      input: message,
      env: commitIdentity,
    });
    return (await runIsolated(folder, ["rev-parse", "HEAD"])).trim();
  },

  async removeWorktree(path, folder) {
    await tryIsolated(path, ["worktree", "remove", "--force", folder]);
    await tryIsolated(path, ["worktree", "prune"]);
  },

  deleteBranch: async (path, branch) => (await tryIsolated(path, ["branch", "-D", "-q", branch])) !== undefined,
};
