import type { GitRepository, TreeEntry } from "../../../engine/git-repository.js";
import { areas, storePath } from "../../../store/context/context-layout.js";
import { withNumber } from "../../../store/context/decision-markdown.js";
import { decisionFiles, nextNumber } from "../../../store/context/decision-store.js";
import { unitOf } from "../../../store/context/scopes.js";
import { decisionNames, numberedName } from "../private-names.js";
import type { ProjectContext } from "../project-context.js";
import { findBase } from "./find-base.js";
import { mergeTrees, type Sides, type TreeMerge } from "./merge-trees.js";
import { isSameEntry, type StoreRepository, type StoreTree, snapshotStore, storeTreeOf } from "./store-repository.js";

interface Renumbering {
  readonly from: string;
  readonly to: string;
}

const prefix = `${areas.decisions}/`;

/** If two people gave the same number to two decisions, the published one keeps it, and ours gets the next free one. */
async function renumberDecisions(
  repository: GitRepository,
  {
    base,
    ours,
    theirs,
    localDecisions,
  }: { base: StoreTree; ours: StoreTree; theirs: StoreTree; localDecisions: readonly string[] },
): Promise<{ tree: StoreTree; renumbered: readonly Renumbering[] }> {
  const published = decisionFiles(decisionNames(theirs.keys()));
  const added = decisionFiles(decisionNames(ours.keys())).filter(({ file }) => !base.has(prefix + file));
  const conflicting = added.filter(
    ({ id, file }) =>
      published.some((one) => one.id === id) &&
      !isSameEntry(ours.get(prefix + file), theirs.get(prefix + file)) &&
      !isSameDecision(file, theirs, base),
  );
  const tree = new Map<string, TreeEntry>(ours);
  const renumbered: Renumbering[] = [];
  let next = nextNumber(
    decisionFiles([...decisionNames(ours.keys()), ...decisionNames(theirs.keys()), ...localDecisions]),
  );
  for (const { file } of conflicting) {
    const entry = ours.get(prefix + file);
    if (!entry) continue;
    const [content] = await repository.readBlobs([entry.id]);
    const to = prefix + numberedName(file, next);
    tree.delete(prefix + file);
    tree.set(to, { ...entry, id: await repository.writeBlob(withNumber(content?.toString() ?? "", next)) });
    renumbered.push({ from: prefix + file, to });
    next++;
  }
  return { tree, renumbered };
}

/** A file that is also in the base is one decision, edited on both sides. */
const isSameDecision = (file: string, theirs: StoreTree, base: StoreTree) =>
  theirs.has(prefix + file) && base.has(prefix + file);

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
