import { readIsShared } from "../../../store/context/is-shared.js";
import { mainFile, unitOf } from "../../../store/context/scopes.js";
import type { ProjectContext } from "../project-context.js";
import { describeChanges, refusePrivate, treeWithStore } from "./commit-store.js";
import { type PreparedMerge, prepareMerge } from "./prepare-merge.js";
import { pathInProject } from "./pull-context.js";
import { refuseSecrets, refuseSecretsInHistory } from "./refuse-secrets.js";
import { changedPaths, type StoreRepository } from "./store-repository.js";

export interface Push {
  readonly project: ProjectContext;
  readonly store: StoreRepository;
  readonly message: string;
}

/** A commit that is ready to be pushed, and the merge that produced it. */
export interface PreparedPush {
  readonly merge: PreparedMerge;
  readonly commit: string;
  readonly paths: readonly string[];
  readonly text: string;
}

/** Creates the commit that adds only the store to the shared branch. */
export async function preparePush(
  push: Push,
  shared: string,
): Promise<PreparedPush | "nothing" | { readonly conflictPaths: string[] }> {
  const { project, store, message } = push;
  const { repository, folder } = store;
  const merge = await prepareMerge(project, store, (await repository.head()).commit, shared);
  const { head, target, theirs, tree, conflicts } = merge;
  if (conflicts.length > 0) return { conflictPaths: conflicts.map(({ path }) => pathInProject(path)) };
  await refusePrivate(project, tree, theirs);
  const next = await treeWithStore(store, target, tree);
  if (next === (await treeWithStore(store, target, new Map(theirs))) && !(await hasLeaks(store, target, next)))
    return "nothing";
  const paths = changedPaths(theirs, tree);
  await refuseSecrets(project, store, tree, paths);
  const text = message || describeChanges(paths);
  // Local commits that hold only the store can be pushed as they are; others are for a person to publish.
  const hasOnlyStoreCommits =
    head !== undefined &&
    (await repository.isAncestor(target, head)) &&
    !(await repository.touchOutside(target, head, folder)) &&
    !(await touchesPrivate(push, target, head));
  const commit = hasOnlyStoreCommits
    ? await commitOn(store, head, tree, text)
    : await repository.commit({ tree: next, parents: [target], message: `${text}\n` });
  await refuseSecretsInHistory(project, store, { from: target, of: commit });
  return { merge, commit, paths, text };
}

/** True if the shared branch has files that must not be there. */
const hasLeaks = async ({ repository }: StoreRepository, commit: string, clean: string): Promise<boolean> =>
  (await repository.writeTree(commit, new Map())) !== clean;

/** True if a commit that would be pushed as it is has a file that is not shared, or that once was private. */
export async function touchesPrivate({ project, store }: Push, from: string | undefined, of: string): Promise<boolean> {
  const isShared = await readIsShared(project.files, project.root);
  const hidden = new Set(await project.scopes.sharedBefore());
  const commits = await store.repository.newCommits(of, from);
  return commits
    .flatMap(({ files }) => files.map(({ path }) => path.slice(store.folder.length + 1)))
    .some((path) => !isShared(path) || hidden.has(mainFile(unitOf(path))));
}

/** A child of `parent` with this store; `parent` itself if it has that store already. */
async function commitOn(
  store: StoreRepository,
  parent: string,
  tree: PreparedMerge["tree"],
  message: string,
): Promise<string> {
  const [next, now] = [await treeWithStore(store, parent, tree), await store.repository.writeTree(parent, new Map())];
  return next === now ? parent : store.repository.commit({ tree: next, parents: [parent], message: `${message}\n` });
}
