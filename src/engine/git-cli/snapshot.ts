import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Snapshot } from "../working-trees.js";
import { runIsolated, tryIsolated } from "./isolated-git.js";
import { commitIdentity, wordsOf } from "./run-git.js";

// A snapshot is a commit of the working tree, as `git stash` makes one: its last parent holds the index, the one before
// it is HEAD. The message carries the branch.

export async function takeSnapshot(top: string, ref: string): Promise<Snapshot> {
  const head = (await tryIsolated(top, ["rev-parse", "--verify", "-q", "HEAD"]))?.trim() || null;
  const branch = (await tryIsolated(top, ["symbolic-ref", "-q", "HEAD"]))?.trim() || null;
  const commit = await withIndexCopy(top, async (index) => {
    // An index with conflicts cannot be written as a tree; then only the files are kept.
    const staged = (await tryIsolated(top, ["write-tree"], { index }))?.trim();
    const workingTree = await writeWorkingTree(top, index);
    const base = head ? ["-p", head] : [];
    const indexCommit = await commitTree(top, staged ?? workingTree, base, "index");
    return commitTree(top, workingTree, [...base, "-p", indexCommit], branch ?? "");
  });
  await runIsolated(top, ["update-ref", ref, commit]);
  return { ref, commit, head, branch };
}

async function commitTree(top: string, tree: string, parents: readonly string[], message: string): Promise<string> {
  const options = { input: message, env: commitIdentity };
  return (await runIsolated(top, ["commit-tree", tree, ...parents, "-F", "-"], options)).trim();
}

/** Every file of the working tree, as a tree of git; ignored ones are left out. */
async function writeWorkingTree(top: string, index: string): Promise<string> {
  await runIsolated(top, ["add", "-A", "--ignore-errors"], { index });
  return (await runIsolated(top, ["write-tree"], { index })).trim();
}

export async function readSnapshot(top: string, ref: string): Promise<Snapshot | undefined> {
  const output = await tryIsolated(top, ["log", "-1", "--format=%H%n%P%n%B", ref]);
  const [commit, parents = "", branch = ""] = output?.split("\n") ?? [];
  if (!commit) return undefined;
  const [first, second] = parents.split(" ");
  return { ref, commit, head: second ? (first ?? null) : null, branch: branch.trim() || null };
}

export async function restoreSnapshot(top: string, snapshot: Snapshot): Promise<void> {
  const { commit, head, branch } = snapshot;
  await removeNewFiles(top, commit);
  await runIsolated(top, ["read-tree", "--reset", commit]);
  await runIsolated(top, ["checkout-index", "-a", "-f", "-q"]);
  if (branch) await runIsolated(top, ["symbolic-ref", "HEAD", branch]);
  if (head && branch) await runIsolated(top, ["update-ref", branch, head]);
  if (head && !branch) await runIsolated(top, ["update-ref", "--no-deref", "HEAD", head]);
  await runIsolated(top, ["read-tree", "--reset", `${commit}^${head ? 2 : 1}`]);
  await tryIsolated(top, ["update-index", "-q", "--refresh"]);
}

/** Removes the files that were created after the snapshot. */
async function removeNewFiles(top: string, commit: string): Promise<void> {
  const currentTree = await withIndexCopy(top, (index) => writeWorkingTree(top, index));
  const onlyAdded = ["--no-renames", "--diff-filter=A", "--name-only", "-z"];
  const added = await runIsolated(top, ["diff-tree", "-r", ...onlyAdded, commit, currentTree]);
  for (const file of wordsOf(added)) await rm(join(top, file), { force: true, recursive: true });
}

/** Works on a copy of the index: git need not read every file again, and the person's own index stays unchanged. */
async function withIndexCopy<T>(top: string, body: (index: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "throughline-index-"));
  const copy = join(folder, "index");
  const index = (await runIsolated(top, ["rev-parse", "--path-format=absolute", "--git-path", "index"])).trim();
  try {
    await copyFile(index, copy).catch(() => {});
    return await body(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
