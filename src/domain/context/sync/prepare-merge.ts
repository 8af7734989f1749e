import { storePath } from "../../../store/context/context-layout.js";
import { unitOf } from "../../../store/context/scopes.js";
import { decisionNames } from "../private-names.js";
import type { ProjectContext } from "../project-context.js";
import { findBase } from "./find-base.js";
import { mergeTrees, type Sides, type TreeMerge } from "./merge-trees.js";
import { type Renumbering, renumberDecisions } from "./renumber-decisions.js";
import { isSameEntry, type StoreRepository, type StoreTree, snapshotStore, storeTreeOf } from "./store-repository.js";

/** A merge that was computed but not applied. */
export interface PreparedMerge extends TreeMerge {
  readonly head: string | undefined;
  readonly target: string;
  readonly mergeBase: string | undefined;
  readonly base: StoreTree;
  /** The working tree as it is. */
  readonly ours: StoreTree;
  readonly theirs: StoreTree;
  readonly renumbered: readonly Renumbering[];
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
  return {
    ...(await mergeStores(project, store, { base, ours, theirs })),
    head,
    target,
    mergeBase,
    base,
    ours,
    theirs,
  };
}

/** Merges two stores with a common base, and gives new decisions numbers that are free on both sides. */
export async function mergeStores(
  project: ProjectContext,
  { repository }: StoreRepository,
  { base, ours, theirs }: Sides<StoreTree>,
): Promise<TreeMerge & { readonly renumbered: readonly Renumbering[] }> {
  const { privatePaths } = await project.scopes.read();
  const localDecisions = decisionNames([...(await project.files.tree(storePath(project.root))), ...privatePaths]);
  const ownEntries = new Map([...ours, ...privateAndChanged(privatePaths, base, theirs)]);
  const { tree, renumbered } = await renumberDecisions(repository, { base, ours: ownEntries, theirs, localDecisions });
  return { ...(await mergeTrees(repository, { base, ours: tree, theirs })), renumbered };
}

/**
 * Entries that became private here while others changed them: theirs stays shared, and the private one is renamed, so
 * they count as unchanged here. Private entries that others did not change count as deleted.
 */
function privateAndChanged(privatePaths: readonly string[], base: StoreTree, theirs: StoreTree): StoreTree {
  const privateUnits = new Set(privatePaths.map(unitOf));
  const changedUnits = new Set(
    [...theirs].filter(([path, entry]) => !isSameEntry(entry, base.get(path))).map(([path]) => unitOf(path)),
  );
  return new Map([...base].filter(([path]) => privateUnits.has(unitOf(path)) && changedUnits.has(unitOf(path))));
}
