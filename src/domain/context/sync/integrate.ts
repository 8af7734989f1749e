import { dirname } from "node:path/posix";
import type { TreeEntry } from "../../../engine/git-repository.js";
import { storePath } from "../../../store/context/context-layout.js";
import type { ProjectContext } from "../project-context.js";
import { type Displacement, displacePrivate } from "../settle-private.js";
import { refusePrivate, treeWithStore } from "./commit-store.js";
import { baseTrailer } from "./find-base.js";
import { changedPaths, isSameTree, type StoreRepository, type StoreTree, storeTreeOf } from "./store-repository.js";

/** Files written concurrently, which share the waits for the disk. */
const concurrency = 64;

/** Updates the shared files of the working tree to `to`; unchanged files are not touched. */
async function writeStore(
  { files, root }: ProjectContext,
  { repository }: StoreRepository,
  from: StoreTree,
  to: StoreTree,
): Promise<void> {
  const changed = changedPaths(from, to);
  const entries = changed.map((path) => to.get(path));
  const ids = [...new Set(entries.flatMap((entry) => (entry ? [entry.id] : [])))];
  const contents = await repository.readBlobs(ids);
  const contentOf = new Map(ids.map((id, i) => [id, contents[i]]));
  const writeOne = async (path: string, i: number) => {
    const entry = entries[i];
    const content = entry && contentOf.get(entry.id);
    if (entry && content) await files.write(storePath(root, path), content, { executable: entry.mode === "100755" });
    else await files.remove(storePath(root, path));
  };
  for (let i = 0; i < changed.length; i += concurrency) {
    await Promise.all(changed.slice(i, i + concurrency).map((path, n) => writeOne(path, i + n)));
  }
  for (const path of changed.filter((_, i) => !entries[i])) await removeEmptyFolders(files, root, dirname(path));
}

/** An empty folder would count as a skill, so it is removed with its last file. */
async function removeEmptyFolders(files: ProjectContext["files"], root: string, folder: string): Promise<void> {
  if (!folder.startsWith("skills/") || (await files.tree(storePath(root, folder))).length > 0) return;
  await files.remove(storePath(root, folder));
  await removeEmptyFolders(files, root, dirname(folder));
}

export interface Integration {
  /** The branch's current commit; undefined before its first. */
  readonly head: string | undefined;
  /** The commit of the shared branch to integrate. */
  readonly target: string;
  readonly mergeBase: string | undefined;
  /** The working tree's current store, the common base, and the new store. */
  readonly ours: StoreTree;
  readonly base: StoreTree;
  readonly result: StoreTree;
  readonly message: string;
  /** Commits what the result has beyond the target; otherwise it stays uncommitted where possible. */
  readonly commitAll: boolean;
}

export interface IntegrationResult {
  /** The branch's new commit. */
  readonly head: string | undefined;
  /** True if the shared branch also has code that this branch lacks, which a person can merge with git. */
  readonly codeBehind: boolean;
  readonly displaced: readonly Displacement[];
}

/** Brings a commit's store, and nothing else of it, into the branch, the index and the working tree. */
export async function integrate(
  project: ProjectContext,
  store: StoreRepository,
  request: Integration,
): Promise<IntegrationResult> {
  const { repository } = store;
  const theirs = await storeTreeOf(store, request.target);
  await refusePrivate(project, request.result, theirs);
  const codeBehind = await hasNewCode(store, request);
  const to = await nextHead(store, request, theirs, codeBehind);
  const displaced: Displacement[] = [];
  const apply = async () => {
    displaced.push(...(await displacePrivate(project, project.root, request.result.keys())));
    await writeStore(project, store, request.ours, request.result);
  };
  if (to === undefined || to === request.head) await apply();
  else
    await repository.moveHead({
      from: request.head,
      to,
      entries: await indexEntries(store, request.head, to),
      reason: request.message.split("\n")[0] ?? "",
      apply,
    });
  return { head: to ?? request.head, codeBehind, displaced };
}

async function hasNewCode(
  { repository, folder }: StoreRepository,
  { mergeBase, target }: Integration,
): Promise<boolean> {
  if (mergeBase === undefined) return repository.touchOutside(undefined, target, folder);
  return repository.differOutside(mergeBase, target, folder);
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
async function indexEntries(
  { repository, folder }: StoreRepository,
  from: string | undefined,
  to: string,
): Promise<Map<string, TreeEntry | undefined>> {
  const [before, after] = await Promise.all([
    from === undefined ? new Map<string, TreeEntry>() : repository.listTree(from, folder),
    repository.listTree(to, folder),
  ]);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return new Map<string, TreeEntry | undefined>([...removed.map((path) => [path, undefined] as const), ...after]);
}
