import { readIsShared } from "../../../store/context/is-shared.js";
import { mainFile, unitOf } from "../../../store/context/scopes.js";
import { describeChanges, refusePrivate, treeWithStore } from "./commit-store.js";
import { type PreparedMerge, prepareMerge } from "./prepare-merge.js";
import { refuseSecrets, refuseSecretsInHistory } from "./refuse-secrets.js";
import { changedPaths, pathInProject, type StoreRepository, type StoreTree } from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

export interface Push extends StoreRepository {
  readonly message: string;
}

/** A commit that is ready to be pushed, and the merge that produced it. */
export interface PreparedPush extends StoreCommit {
  readonly merge: PreparedMerge;
}

interface StoreCommit {
  readonly commit: string;
  readonly paths: readonly string[];
  readonly text: string;
}

/** What an answer says about a commit. */
export const commitAnswer = async (
  status: string,
  { repository }: StoreRepository,
  { commit, paths, text }: StoreCommit,
): Promise<SyncAnswer> => ({
  status,
  commit: await repository.shorten(commit),
  commit_message: text,
  files: paths.map(pathInProject),
});

/** Creates the commit that adds only the store to the shared branch. */
export async function preparePush(
  push: Push,
  shared: string,
): Promise<PreparedPush | "nothing" | { readonly conflictPaths: string[] }> {
  const { repository, folder, message } = push;
  const merge = await prepareMerge(push, (await repository.head()).commit, shared);
  const { head, target, theirs, tree, conflicts } = merge;
  if (conflicts.length > 0) return { conflictPaths: conflicts.map(({ path }) => pathInProject(path)) };
  await refusePrivate(push, tree, theirs);
  const next = await treeWithStore(push, target, tree);
  // The second differs if the shared branch has files that must not be there.
  const isPushed = async () => (await repository.writeTree(target, new Map())) === next;
  if (next === (await treeWithStore(push, target, theirs)) && (await isPushed())) return "nothing";
  const paths = changedPaths(theirs, tree);
  await refuseSecrets(push, tree, paths);
  const text = message || describeChanges(paths);
  // Local commits that hold only the store can be pushed as they are; others are for a person to publish.
  const hasOnlyStoreCommits =
    head !== undefined &&
    (await repository.isAncestor(target, head)) &&
    !(await repository.touchOutside(target, head, folder)) &&
    !(await touchesPrivate(push, target, head));
  const commit = hasOnlyStoreCommits
    ? await commitOn(push, head, tree, text)
    : await repository.commit({ tree: next, parents: [target], message: `${text}\n` });
  await refuseSecretsInHistory(push, { from: target, of: commit });
  return { merge, commit, paths, text };
}

/** True if a commit that would be pushed as it is has a file that is not shared, or that once was private. */
export async function touchesPrivate(store: StoreRepository, from: string | undefined, of: string): Promise<boolean> {
  const { project, repository, folder } = store;
  const isShared = await readIsShared(project.files, project.root);
  const hidden = new Set(await project.scopes.sharedBefore());
  return (await repository.newCommits(of, from))
    .flatMap(({ files }) => files.map(({ path }) => path.slice(folder.length + 1)))
    .some((path) => !isShared(path) || hidden.has(mainFile(unitOf(path))));
}

/** A child of `parent` with this store; `parent` itself if it has that store already. */
async function commitOn(store: StoreRepository, parent: string, tree: StoreTree, message: string): Promise<string> {
  const [next, now] = [await treeWithStore(store, parent, tree), await store.repository.writeTree(parent, new Map())];
  return next === now ? parent : store.repository.commit({ tree: next, parents: [parent], message: `${message}\n` });
}
