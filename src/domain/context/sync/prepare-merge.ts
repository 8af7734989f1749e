import { storePath } from "../../../store/context/context-layout.js";
import { isShareable, readIsShared } from "../../../store/context/is-shared.js";
import { unitOf } from "../../../store/context/scope-store.js";
import { decisionNames } from "../private-names.js";
import type { ProjectContext } from "../project-context.js";
import { findBase } from "./find-base.js";
import { mergeTrees, type TreeMerge } from "./merge-trees.js";
import { type Renumbered, renumberDecisions } from "./renumber-decisions.js";
import { type StoreRepository, type StoreTree, sameEntry, snapshotStore, storeTreeOf } from "./store-repository.js";

/** All that is known before anything is changed. */
export interface PreparedMerge extends TreeMerge {
  readonly head: string | undefined;
  readonly target: string;
  readonly mergeBase: string | undefined;
  readonly base: StoreTree;
  /** The working tree as it is. */
  readonly ours: StoreTree;
  readonly theirs: StoreTree;
  readonly renumbered: readonly Renumbered[];
}

/** Merges the working tree's store with that of `target`, in memory. */
export async function prepareMerge(
  project: ProjectContext,
  store: StoreRepository,
  head: string | undefined,
  target: string,
): Promise<PreparedMerge> {
  const { mergeBase, base: baseCommit } = await findBase(store, head, target);
  const [base, theirs, ours] = await Promise.all([
    storeTreeOf(store, baseCommit),
    storeTreeOf(store, target),
    snapshotStore(project, store),
  ]);
  return { ...(await joinTrees(project, store, { base, ours, theirs })), head, target, mergeBase, base, ours, theirs };
}

interface Trees {
  readonly base: StoreTree;
  readonly ours: StoreTree;
  readonly theirs: StoreTree;
}

/** Merges two stores that began as one, and gives new decisions numbers that are free on both sides. */
export async function joinTrees(
  project: ProjectContext,
  { repository }: StoreRepository,
  { base, ours, theirs }: Trees,
): Promise<TreeMerge & { readonly renumbered: readonly Renumbered[] }> {
  const alsoTaken = decisionNames(await project.files.tree(storePath(project.root)));
  const kept = new Map([...ours, ...(await privateHere(project, base, theirs))]);
  const { tree, renumbered } = await renumberDecisions(repository, { base, ours: kept, theirs, alsoTaken });
  return { ...(await mergeTrees(repository, { base, ours: tree, theirs })), renumbered };
}

/**
 * Entries made private here that others changed meanwhile: theirs stays shared, and the private one gets another name.
 * So they count as unchanged here. Those nobody changed count as deleted.
 */
async function privateHere({ files, root }: ProjectContext, base: StoreTree, theirs: StoreTree): Promise<StoreTree> {
  const isShared = await readIsShared(files, root);
  const hidden = new Set(
    (await files.tree(storePath(root))).filter((path) => isShareable(path) && !isShared(path)).map(unitOf),
  );
  const changed = new Set(
    [...theirs].filter(([path, entry]) => !sameEntry(entry, base.get(path))).map(([path]) => unitOf(path)),
  );
  return new Map([...base].filter(([path]) => hidden.has(unitOf(path)) && changed.has(unitOf(path))));
}
