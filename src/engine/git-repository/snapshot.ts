import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Snapshot } from "../working-tree.js";
import { ourName } from "./our-refs.js";
import { askGit, runGit } from "./run-git.js";

// A snapshot is a commit of the working tree, as `git stash` makes one: its last parent holds the index, the one before
// it is HEAD. The message carries the branch.

export async function takeSnapshot(top: string, ref: string): Promise<Snapshot> {
  const head = (await askGit(top, ["rev-parse", "--verify", "-q", "HEAD"]))?.trim() || null;
  const branch = (await askGit(top, ["symbolic-ref", "-q", "HEAD"]))?.trim() || null;
  const commit = await withIndexCopy(top, async (env) => {
    // An index with conflicts cannot be written as a tree; then only the files are kept.
    const index = (await askGit(top, ["write-tree"], { env }))?.trim();
    await runGit(top, ["add", "-A", "--ignore-errors"], { env });
    const files = (await runGit(top, ["write-tree"], { env })).trim();
    const base = head ? ["-p", head] : [];
    const indexCommit = await commitTree(top, index ?? files, base, "index");
    return commitTree(top, files, [...base, "-p", indexCommit], branch ?? "");
  });
  await runGit(top, ["update-ref", ref, commit]);
  return { ref, commit, head, branch };
}

const commitTree = async (top: string, tree: string, parents: readonly string[], message: string) =>
  (await runGit(top, ["commit-tree", tree, ...parents, "-F", "-"], { input: message, env: ourName })).trim();

export async function readSnapshot(top: string, ref: string): Promise<Snapshot | undefined> {
  const shown = await askGit(top, ["log", "-1", "--format=%H%n%P%n%B", ref]);
  const [commit, parents = "", branch = ""] = shown?.split("\n") ?? [];
  if (!commit) return undefined;
  const [first, second] = parents.split(" ");
  return { ref, commit, head: second ? (first ?? null) : null, branch: branch.trim() || null };
}

export async function restoreSnapshot(top: string, snapshot: Snapshot): Promise<void> {
  const { commit, head, branch } = snapshot;
  await removeNewFiles(top, commit);
  await runGit(top, ["read-tree", "--reset", commit]);
  await runGit(top, ["checkout-index", "-a", "-f", "-q"]);
  if (branch) await runGit(top, ["symbolic-ref", "HEAD", branch]);
  if (head && branch) await runGit(top, ["update-ref", branch, head]);
  if (head && !branch) await runGit(top, ["update-ref", "--no-deref", "HEAD", head]);
  await runGit(top, ["read-tree", "--reset", `${commit}^${head ? 2 : 1}`]);
  await askGit(top, ["update-index", "-q", "--refresh"]);
}

/** Files that are there now and were not then. */
async function removeNewFiles(top: string, commit: string): Promise<void> {
  const now = await withIndexCopy(top, async (env) => {
    await runGit(top, ["add", "-A", "--ignore-errors"], { env });
    return (await runGit(top, ["write-tree"], { env })).trim();
  });
  const added = await runGit(top, [
    "diff-tree",
    "-r",
    "--no-renames",
    "--diff-filter=A",
    "--name-only",
    "-z",
    commit,
    now,
  ]);
  for (const file of added.split("\0").filter(Boolean)) await rm(join(top, file), { force: true, recursive: true });
}

/** A copy of the index to work in: it keeps git from reading every file again, and the person's own index untouched. */
async function withIndexCopy<T>(top: string, body: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "throughline-index-"));
  const copy = join(folder, "index");
  const index = (await runGit(top, ["rev-parse", "--path-format=absolute", "--git-path", "index"])).trim();
  try {
    await copyFile(index, copy).catch(() => {});
    return await body({ GIT_INDEX_FILE: copy });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
