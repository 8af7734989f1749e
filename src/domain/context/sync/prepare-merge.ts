import type { GitRepository, TreeEntry } from "../../../engine/git-repository.js";
import { areas, storePath } from "../../../store/context/context-layout.js";
import { withNumber } from "../../../store/context/decision-markdown.js";
import { nextNumber } from "../../../store/context/decision-store.js";
import { unitOf } from "../../../store/context/scopes.js";
import type { Sides } from "../../merge/text/three-way.js";
import { decisionsAmong, numberedPath } from "../private-names.js";
import { mergeTrees, type TreeMerge } from "./merge-trees.js";
import { isSameEntry, type StoreRepository, type StoreTree, snapshotStore, storeTreeOf } from "./store-repository.js";

/** The trailer of a commit that holds only the store: the commit of the shared branch up to which that store is merged. */
export const baseTrailer = "Context-Base";

/** A merge that was computed but not applied. */
export interface PreparedMerge extends StoresMerge, Sides<StoreTree> {
  readonly head: string | undefined;
  readonly target: string;
  readonly mergeBase: string | undefined;
}

interface StoresMerge extends TreeMerge {
  /** Decisions that got another number. */
  readonly renumbered: readonly { readonly from: string; readonly to: string }[];
}

/** Merges the working tree's store with that of `target`, in memory. */
export async function prepareMerge(
  store: StoreRepository,
  head: string | undefined,
  target: string,
): Promise<PreparedMerge> {
  const mergeBase = head && (await store.repository.mergeBase(head, target));
  const baseCommit = head && (await findBase(store.repository, head, target, mergeBase));
  const [base, theirs, ours] = await Promise.all([
    storeTreeOf(store, baseCommit),
    storeTreeOf(store, target),
    snapshotStore(store),
  ]);
  return { ...(await mergeStores(store, { base, ours, theirs })), head, target, mergeBase, base, ours, theirs };
}

/**
 * The commit whose store both sides started from: the merge base, or a later commit of the shared branch whose store
 * this branch merged without its code (decision 0010).
 */
async function findBase(repository: GitRepository, head: string, target: string, mergeBase: string | undefined) {
  const recorded = await repository.newestTrailer(baseTrailer, mergeBase, head);
  const isUsable =
    recorded !== undefined &&
    /^[0-9a-f]{40,64}$/.test(recorded) &&
    (await repository.isAncestor(recorded, target).catch(() => false));
  if (!isUsable) return mergeBase;
  const isOlder = mergeBase !== undefined && (await repository.isAncestor(recorded, mergeBase));
  return isOlder ? mergeBase : recorded;
}

/** Merges two stores with a common base, and gives new decisions numbers that are free on both sides. */
export async function mergeStores(
  { project, repository }: StoreRepository,
  { base, ours, theirs }: Sides<StoreTree>,
): Promise<StoresMerge> {
  const { privatePaths } = await project.scopes.read();
  const local = [...(await project.files.tree(storePath(project.root))), ...privatePaths];
  const ownEntries = new Map([...ours, ...privateAndChanged(privatePaths, base, theirs)]);
  const { tree, renumbered } = await renumberDecisions(repository, { base, ours: ownEntries, theirs }, local);
  return { ...(await mergeTrees(repository, { base, ours: tree, theirs })), renumbered };
}

/**
 * Entries that became private here while others changed them: theirs stays shared, and the private one is renamed, so
 * they count as unchanged here. Private entries that others did not change count as deleted.
 */
function privateAndChanged(privatePaths: readonly string[], base: StoreTree, theirs: StoreTree): StoreTree {
  const privateUnits = new Set(privatePaths.map(unitOf));
  const changed = [...theirs].filter(([path, entry]) => !isSameEntry(entry, base.get(path)));
  const changedUnits = new Set(changed.map(([path]) => unitOf(path)));
  return new Map([...base].filter(([path]) => privateUnits.has(unitOf(path)) && changedUnits.has(unitOf(path))));
}

/** If two people gave the same number to two decisions, the published one keeps it, and ours gets the next free one. */
async function renumberDecisions(
  repository: GitRepository,
  { base, ours, theirs }: Sides<StoreTree>,
  localPaths: readonly string[],
): Promise<{ tree: StoreTree; renumbered: StoresMerge["renumbered"] }> {
  const published = new Set(decisionsAmong(theirs.keys()).map(({ id }) => id));
  const tree = new Map<string, TreeEntry>(ours);
  const renumbered: { from: string; to: string }[] = [];
  let next = nextNumber(decisionsAmong([...ours.keys(), ...theirs.keys(), ...localPaths]));
  for (const { id, file } of decisionsAmong(ours.keys())) {
    const from = `${areas.decisions}/${file}`;
    const entry = ours.get(from);
    if (!entry || base.has(from) || !published.has(id) || isSameEntry(entry, theirs.get(from))) continue;
    const [content] = await repository.readBlobs([entry.id]);
    const to = numberedPath(file, next);
    tree.delete(from);
    tree.set(to, { ...entry, id: await repository.writeBlob(withNumber(content?.toString() ?? "", next)) });
    renumbered.push({ from, to });
    next++;
  }
  return { tree, renumbered };
}
