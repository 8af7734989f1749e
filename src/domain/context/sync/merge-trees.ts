import type { GitRepository, TreeEntry } from "../../../engine/git-repository.js";
import { mergeFile, type PathMerge } from "../../merge/merge-file.js";
import { type Sides, threeWay } from "../../merge/text/three-way.js";
import type { StoreTree } from "./store-repository.js";

/** A file whose versions conflict. The text of a missing version is null. */
export interface TreeConflict extends Sides<string | null> {
  readonly path: string;
  /** The file with every conflict resolved for one side, as a tree entry; undefined where that side deleted it. */
  readonly resolvedFor: { readonly ours: TreeEntry | undefined; readonly theirs: TreeEntry | undefined };
}

export interface TreeMerge {
  /** Everything that merges by itself. */
  readonly tree: ReadonlyMap<string, TreeEntry>;
  /** Files that both sides changed without conflict. */
  readonly merged: readonly string[];
  readonly conflicts: readonly TreeConflict[];
}

/** Three-way merge of a store, file by file; contents are read only where both sides changed a file. */
export async function mergeTrees(repository: GitRepository, trees: Sides<StoreTree>): Promise<TreeMerge> {
  const tree = new Map<string, TreeEntry>();
  const merged: string[] = [];
  const conflicts: TreeConflict[] = [];
  for (const path of new Set(Object.values(trees).flatMap((side: StoreTree) => [...side.keys()]))) {
    const entries = mapSides(trees, (side) => side.get(path));
    const keys = mapSides(entries, (entry) => entry && `${entry.mode} ${entry.id}`);
    const simple = threeWay(keys.base, keys.ours, keys.theirs);
    if (simple !== undefined) {
      const entry = simple.value === keys.ours ? entries.ours : entries.theirs;
      if (entry) tree.set(path, entry);
      continue;
    }
    const texts = await textsOf(repository, entries);
    const merge = mergeFile(path, texts.base, texts.ours, texts.theirs);
    const toEntry = (text: string | null) => entryFor(repository, text, entries, texts);
    if (merge.kind === "conflicted" && !isStoreMetadata(path)) {
      const [ours, theirs] = [await toEntry(merge.partial.ours), await toEntry(merge.partial.theirs)];
      conflicts.push({ path, ...texts, resolvedFor: { ours, theirs } });
      continue;
    }
    const entry = await toEntry(mergedText(merge));
    if (entry) tree.set(path, entry);
    merged.push(path);
  }
  return { tree, merged, conflicts };
}

const mapSides = <T, R>({ base, ours, theirs }: Sides<T>, of: (side: T) => R): Sides<R> => {
  return { base: of(base), ours: of(ours), theirs: of(theirs) };
};

/** Files about the store itself, which no person writes: on conflict, the published version wins. */
const isStoreMetadata = (path: string) =>
  path === "manifest.json" || path === "state/roadmap.json" || path.endsWith("/.meta.json");

const mergedText = (merge: PathMerge) =>
  merge.kind === "merged" ? merge.text : merge.kind === "deleted" ? null : merge.partial.theirs;

type Entries = Sides<TreeEntry | undefined>;

async function textsOf(repository: GitRepository, entries: Entries): Promise<Sides<string | null>> {
  const ids = Object.values(entries).flatMap((entry: TreeEntry | undefined) => entry?.id ?? []);
  const contents = await repository.readBlobs(ids);
  return mapSides(entries, (entry) => (entry ? (contents[ids.indexOf(entry.id)]?.toString() ?? "") : null));
}

/** A version that equals one side keeps that side's object, because binary content would not survive decoding. */
async function entryFor(
  repository: GitRepository,
  text: string | null,
  { base, ours, theirs }: Entries,
  texts: Sides<string | null>,
): Promise<TreeEntry | undefined> {
  if (text === null) return undefined;
  if (text === texts.ours && ours) return ours;
  if (text === texts.theirs && theirs) return theirs;
  const modes = threeWay(base?.mode, ours?.mode, theirs?.mode);
  return { mode: modes?.value ?? ours?.mode ?? theirs?.mode ?? "100644", id: await repository.writeBlob(text) };
}
