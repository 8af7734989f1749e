import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { WorkingTrees } from "../working-tree.js";
import { ourName, refOf } from "./our-refs.js";
import { readDifference } from "./read-difference.js";
import { askGit, runGit } from "./run-git.js";
import { readSnapshot, restoreSnapshot, takeSnapshot } from "./snapshot.js";

const topOf = async (path: string) => (await runGit(path, ["rev-parse", "--show-toplevel"])).trim();

export const gitWorkingTree: WorkingTrees = {
  snapshot: async (path, name) => takeSnapshot(await topOf(path), refOf(name)),
  snapshotOf: async (path, name) => readSnapshot(await topOf(path), refOf(name)),
  restore: async (path, snapshot) => restoreSnapshot(await topOf(path), snapshot),
  difference: async (path, before, after) => readDifference(await topOf(path), before.commit, after.commit),
  forget: async (path, name) => void (await askGit(path, ["update-ref", "-d", refOf(name)])),

  async uncommittedBytes(path) {
    const top = await topOf(path);
    const listed = await runGit(top, ["ls-files", "-mo", "--exclude-standard", "-z"]);
    const files = [...new Set(listed.split("\0").filter(Boolean))];
    const sizes = await Promise.all(files.map((file) => lstat(join(top, file)).catch(() => undefined)));
    return sizes.reduce((sum, facts) => sum + (facts?.isFile() ? facts.size : 0), 0);
  },

  async addWorktree(path, folder, branch) {
    await runGit(path, ["worktree", "add", "-q", "-b", branch, folder, "HEAD"]);
  },

  async commitAll(folder, message) {
    await runGit(folder, ["add", "-A"]);
    const isClean = (await runGit(folder, ["status", "--porcelain"])).trim() === "";
    if (isClean) return undefined;
    await runGit(folder, ["-c", "commit.gpgSign=false", "commit", "-q", "--no-verify", "-F", "-"], {
      input: message,
      env: ourName,
    });
    return (await runGit(folder, ["rev-parse", "HEAD"])).trim();
  },

  async removeWorktree(path, folder) {
    await askGit(path, ["worktree", "remove", "--force", folder]);
    await askGit(path, ["worktree", "prune"]);
  },

  deleteBranch: async (path, branch) => (await askGit(path, ["branch", "-D", "-q", branch])) !== undefined,
};
