import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { TreeState } from "../working-trees.js";
import { tryIsolated } from "./isolated-git.js";
import { wordsOf } from "./run-git.js";
import { walkFiles } from "./walk-files.js";

/** Larger files, and those beyond this many, are compared by size and time instead of by content. */
const maxHashedBytes = 8 * 1024 * 1024;
const maxHashedFiles = 2000;

export async function readState(path: string): Promise<TreeState> {
  const top = (await tryIsolated(path, ["rev-parse", "--show-toplevel"]))?.trim();
  const state = await (top ? stateOfGit(top) : stateOfFolder(path));
  return { path: await realpath(path).catch(() => path), ...state };
}

type Content = Omit<TreeState, "path">;

async function stateOfGit(top: string): Promise<Content> {
  const [head, branch, status, guarded] = await Promise.all([
    tryIsolated(top, ["rev-parse", "--verify", "-q", "HEAD"]),
    tryIsolated(top, ["symbolic-ref", "-q", "HEAD"]),
    tryIsolated(top, ["status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames"]),
    hashGuarded(top),
  ]);
  const entries = parseStatus(status ?? "");
  const uncommitted = new Map<string, string>();
  for (const [i, { file, facts: status }] of entries.entries()) {
    uncommitted.set(file, hash([status, await contentFingerprint(join(top, file), i < maxHashedFiles)]));
  }
  return {
    isGit: true,
    head: head?.trim() || null,
    branch: branch?.trim() || null,
    dirty: hash([...uncommitted].flat()),
    guarded,
    uncommitted,
  };
}

/** `1 .M N... 100644 100644 100644 <hash> <hash> <path>` and `? <path>`, each ended by NUL. */
const parseStatus = (status: string): { file: string; facts: string }[] =>
  wordsOf(status).map((line) => {
    if (line.startsWith("? ")) return { file: line.slice(2), facts: "?" };
    const fieldsBefore = line.startsWith("u ") ? 10 : 8;
    const fields = line.split(" ");
    return { file: fields.slice(fieldsBefore).join(" "), facts: fields.slice(0, fieldsBefore).join(" ") };
  });

async function contentFingerprint(path: string, mayRead: boolean): Promise<string> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return `link ${await readlink(path)}`;
    if (!stats.isFile()) return "folder";
    if (!mayRead || stats.size > maxHashedBytes) return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    return createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  } catch {
    return "gone";
  }
}

/** Without remote branches, because a background fetch is not a change by the sub-agent. */
async function hashGuarded(top: string): Promise<string> {
  const commonDir = (await tryIsolated(top, ["rev-parse", "--path-format=absolute", "--git-common-dir"]))?.trim();
  const guarded = ["refs/heads", "refs/tags", "refs/stash"];
  const refs = await tryIsolated(top, ["for-each-ref", "--format=%(refname) %(objectname)", ...guarded]);
  if (!commonDir) return hash([refs ?? ""]);
  const config = await readFile(join(commonDir, "config"), "utf8").catch(() => "");
  return hash([refs ?? "", config, ...(await hookFingerprints(join(commonDir, "hooks")))]);
}

async function hookFingerprints(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith(".sample")).sort();
  return Promise.all(names.map(async (name) => `${name} ${await contentFingerprint(join(folder, name), true)}`));
}

async function stateOfFolder(path: string): Promise<Content> {
  const files = await walkFiles(path);
  const uncommitted = new Map(
    files
      .sort((a, b) => (a.file < b.file ? -1 : 1))
      .map(({ file, size, changedMs }) => [file, hash([String(size), String(changedMs)])]),
  );
  return { isGit: false, head: null, branch: null, dirty: hash([...uncommitted].flat()), guarded: "", uncommitted };
}

/** As JSON, so that `["a", "b"]` and `["ab"]` differ. */
const hash = (fields: readonly string[]) => sha256(JSON.stringify(fields));
