import type { GitRepository, TreeEntry } from "../../../engine/git-repository.js";
import { mergeFile, type PathMerge } from "../../merge/merge-file.js";
import { threeWay } from "../../merge/text/three-way.js";
import type { StoreTree } from "./store-repository.js";

/** A file whose versions conflict. The text of a missing version is null. */
export interface TreeConflict {
  readonly path: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
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

export interface Sides<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/** Three-way merge of a store, file by file; contents are read only where both sides changed a file. */
export async function mergeTrees(
  repository: GitRepository,
  { base, ours, theirs }: Sides<StoreTree>,
): Promise<TreeMerge> {
  const tree = new Map<string, TreeEntry>();
  const changedByBoth: string[] = [];
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const entries = { base: base.get(path), ours: ours.get(path), theirs: theirs.get(path) };
    const simple = threeWay(keyOf(entries.base), keyOf(entries.ours), keyOf(entries.theirs));
    if (simple === undefined) changedByBoth.push(path);
    else {
      const entry = [entries.ours, entries.theirs].find((one) => one && keyOf(one) === simple.value);
      if (entry) tree.set(path, entry);
    }
  }

  const merged: string[] = [];
  const conflicts: TreeConflict[] = [];
  for (const path of changedByBoth) {
    const entries = { base: base.get(path), ours: ours.get(path), theirs: theirs.get(path) };
    const texts = await textsOf(repository, entries);
    const merge = mergeFile(path, texts.base, texts.ours, texts.theirs);
    const toEntry = (text: string | null) => entryFor(repository, text, entries, texts);
    if (merge.kind === "conflicted" && !isStoreMetadata(path)) {
      conflicts.push({
        path,
        ...texts,
        resolvedFor: { ours: await toEntry(merge.partial.ours), theirs: await toEntry(merge.partial.theirs) },
      });
      continue;
    }
    const entry = await toEntry(mergedText(merge));
    if (entry) tree.set(path, entry);
    merged.push(path);
  }
  return { tree, merged, conflicts };
}

/** Files about the store itself, which no person writes: on conflict, the published version wins. */
const isStoreMetadata = (path: string) =>
  path === "manifest.json" || path === "state/roadmap.json" || path.endsWith("/.meta.json");

const mergedText = (merge: PathMerge) =>
  merge.kind === "merged" ? merge.text : merge.kind === "deleted" ? null : merge.partial.theirs;

const keyOf = (entry: TreeEntry | undefined) => entry && `${entry.mode} ${entry.id}`;

async function textsOf(
  repository: GitRepository,
  entries: Sides<TreeEntry | undefined>,
): Promise<Sides<string | null>> {
  const existing = [entries.base, entries.ours, entries.theirs].filter((entry) => entry !== undefined);
  const contents = await repository.readBlobs(existing.map(({ id }) => id));
  const textOf = (entry: TreeEntry | undefined) =>
    entry ? (contents[existing.indexOf(entry)]?.toString() ?? "") : null;
  return { base: textOf(entries.base), ours: textOf(entries.ours), theirs: textOf(entries.theirs) };
}

/** A version that equals one side keeps that side's object, because binary content would not survive decoding. */
async function entryFor(
  repository: GitRepository,
  text: string | null,
  entries: Sides<TreeEntry | undefined>,
  texts: Sides<string | null>,
): Promise<TreeEntry | undefined> {
  if (text === null) return undefined;
  if (text === texts.ours && entries.ours) return entries.ours;
  if (text === texts.theirs && entries.theirs) return entries.theirs;
  const modes = threeWay(entries.base?.mode, entries.ours?.mode, entries.theirs?.mode);
  return {
    mode: modes?.value ?? entries.ours?.mode ?? entries.theirs?.mode ?? "100644",
    id: await repository.writeBlob(text),
  };
}
