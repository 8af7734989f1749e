import { access, constants, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../base/errors.js";
import type { TreeChange, TreeDifference, WorkingTrees } from "../working-trees.js";
import { runIsolated, tryIsolated } from "./isolated-git.js";
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
      const code = systemCode(error);
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

const builtinDiffOnly = ["--no-ext-diff", "--no-textconv"];

/** What git sees between two commits: files, line counts and the patch. */
async function readDifference(top: string, before: string, after: string): Promise<TreeDifference> {
  const diffTree = ["diff-tree", "-r", "-M", ...builtinDiffOnly];
  const [nameStatus, numstat, patch] = await Promise.all([
    runIsolated(top, [...diffTree, "--name-status", "-z", before, after]),
    runIsolated(top, [...diffTree, "--numstat", "-z", before, after]),
    runIsolated(top, [...diffTree, "-p", before, after]),
  ]);
  const counts = parseNumstat(numstat);
  const changes = parseNameStatus(nameStatus).map((change) => ({
    ...change,
    ...(counts.get(change.file) ?? { added: null, removed: null }),
  }));
  return { changes, patch };
}

type NamedChange = Pick<TreeChange, "file" | "action" | "from">;

const actions: Record<string, TreeChange["action"]> = { A: "created", D: "deleted", R: "renamed", C: "created" };

/** `M\0path\0`, and `R090\0old\0new\0` for renames. */
function parseNameStatus(text: string): NamedChange[] {
  const changes = text.matchAll(/([RC])\d*\0([^\0]*)\0([^\0]*)\0|([A-Z])\d*\0([^\0]*)\0/g);
  return Array.from(changes, ([, moved, from = "", to = "", letter = "", path = ""]) => {
    if (moved === undefined) return { file: path, action: actions[letter] ?? "modified" };
    return { file: to, action: actions[moved] ?? "modified", ...(moved === "R" ? { from } : {}) };
  });
}

/** `1\t2\tpath\0`, and `1\t2\t\0old\0new\0` for renames; `-` counts for binary files. */
function parseNumstat(text: string): Map<string, { added: number | null; removed: number | null }> {
  const toCount = (count = "-") => (count === "-" ? null : Number(count));
  const lines = text.matchAll(/([\d-]+)\t([\d-]+)\t(?:\0[^\0]*\0)?([^\0]+)\0/g);
  return new Map(
    Array.from(lines, ([, added, removed, file = ""]) => [file, { added: toCount(added), removed: toCount(removed) }]),
  );
}
