import { dirname } from "node:path/posix";
import type { Files } from "../../../engine/files.js";
import { storePath } from "../../../store/context/context-layout.js";
import { type Displacement, displacePrivate } from "../settle-private.js";
import { refusePrivate, treeWithStore } from "./commit-store.js";
import { baseTrailer, type PreparedMerge } from "./prepare-merge.js";
import { changedPaths, isSameTree, type StoreRepository, type StoreTree, storeTreeOf } from "./store-repository.js";

/** Files written concurrently, which share the waits for the disk. */
const concurrency = 64;

/** Updates the shared files of the working tree to `to`; unchanged files are not touched. */
async function writeStore({ project: { files, root }, repository }: StoreRepository, from: StoreTree, to: StoreTree) {
  const changed = changedPaths(from, to);
  const ids = [...new Set(changed.flatMap((path) => to.get(path)?.id ?? []))];
  const contents = await repository.readBlobs(ids);
  const contentOf = new Map(ids.map((id, i) => [id, contents[i]]));
  const writeOne = async (path: string) => {
    const entry = to.get(path);
    const content = entry && contentOf.get(entry.id);
    if (entry && content) await files.write(storePath(root, path), content, { executable: entry.mode === "100755" });
    else await files.remove(storePath(root, path));
  };
  for (let i = 0; i < changed.length; i += concurrency)
    await Promise.all(changed.slice(i, i + concurrency).map(writeOne));
  for (const path of changed) if (!to.has(path)) await removeEmptyFolders(files, root, dirname(path));
}

/** An empty folder would count as a skill, so it is removed with its last file. */
async function removeEmptyFolders(files: Files, root: string, folder: string): Promise<void> {
  if (!folder.startsWith("skills/") || (await files.tree(storePath(root, folder))).length > 0) return;
  await files.remove(storePath(root, folder));
  await removeEmptyFolders(files, root, dirname(folder));
}

/** `ours` is the working tree's current store, `base` the common base, `result` the new store. */
export interface Integration extends Pick<PreparedMerge, "head" | "target" | "mergeBase" | "ours" | "base"> {
  readonly result: StoreTree;
  readonly message: string;
  /** Commits what the result has beyond the target; otherwise it stays uncommitted where possible. */
  readonly commitAll: boolean;
}

export type IntegrationResult = Awaited<ReturnType<typeof integrate>>;

/** Brings a commit's store, and nothing else of it, into the branch, the index and the working tree. */
export async function integrate(store: StoreRepository, request: Integration) {
  const { project, repository, folder } = store;
  const { head, target, mergeBase, ours, result, message } = request;
  const theirs = await storeTreeOf(store, target);
  await refusePrivate(store, result, theirs);
  /** True if the shared branch also has code that this branch lacks, which a person can merge with git. */
  const codeBehind =
    mergeBase === undefined
      ? await repository.touchOutside(undefined, target, folder)
      : await repository.differOutside(mergeBase, target, folder);
  const to = await nextHead(store, request, theirs, codeBehind);
  const displaced: Displacement[] = [];
  const apply = async () => {
    displaced.push(...(await displacePrivate(project, result.keys())));
    await writeStore(store, ours, result);
  };
  if (to === undefined || to === head) await apply();
  else {
    const entries = await indexEntries(store, head, to);
    await repository.moveHead({ from: head, to, entries, reason: message.split("\n")[0] ?? "", apply });
  }
  return { head: to ?? head, codeBehind, displaced };
}

/** The commit that the branch moves to; undefined if it stays. */
async function nextHead(
  store: StoreRepository,
  { head, target, mergeBase, result, base, message, commitAll }: Integration,
  theirs: StoreTree,
  codeBehind: boolean,
): Promise<string | undefined> {
  const { repository } = store;
  const commit = async (on: string, parents: readonly string[], text: string) =>
    repository.commit({ tree: await treeWithStore(store, on, result), parents, message: `${text}\n` });

  // A branch without commits must not start with other people's code.
  if (head === undefined && codeBehind) return undefined;
  const canForward = head === undefined || (mergeBase === head && !codeBehind);
  if (canForward) return commitAll && !isSameTree(result, theirs) ? commit(target, [target], message) : target;
  if (!codeBehind) return commit(head, [head, target], message);
  // A merge commit would claim that their code is merged too. This one names the merged commit in a trailer.
  const hasChanges = !isSameTree(theirs, base) || (commitAll && !isSameTree(result, await storeTreeOf(store, head)));
  return hasChanges ? commit(head, [head], `${message}\n\n${baseTrailer}: ${target}`) : undefined;
}

/** Updates the store in the person's index to the new commit; entries outside the store do not change. */
async function indexEntries({ repository, folder }: StoreRepository, from: string | undefined, to: string) {
  const before = from === undefined ? [] : (await repository.listTree(from, folder)).keys();
  const after = await repository.listTree(to, folder);
  return new Map([...[...before].map((path) => [path, undefined] as const), ...after]);
}
