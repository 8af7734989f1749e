import type { GitRepository, TreeEntry } from "../../../engine/git-repository.js";
import { mergeFile, type PathMerge } from "../../merge/merge-file.js";
import { threeWay } from "../../merge/text/three-way.js";
import type { StoreTree } from "./store-repository.js";

/** A file whose versions do not fit together. Text that is not there is null. */
export interface TreeConflict {
  readonly path: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** The file with every clash settled for one side, as an entry of the tree; undefined where that side deleted it. */
  readonly settled: { readonly ours: TreeEntry | undefined; readonly theirs: TreeEntry | undefined };
}

export interface TreeMerge {
  /** Everything that merges by itself. */
  readonly tree: ReadonlyMap<string, TreeEntry>;
  /** Files both sides changed that fit together. */
  readonly merged: readonly string[];
  readonly conflicts: readonly TreeConflict[];
}

interface Sides<T> {
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
  const contested: string[] = [];
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const entries = { base: base.get(path), ours: ours.get(path), theirs: theirs.get(path) };
    const simple = threeWay(keyOf(entries.base), keyOf(entries.ours), keyOf(entries.theirs));
    if (simple === undefined) contested.push(path);
    else {
      const entry = [entries.ours, entries.theirs].find((one) => one && keyOf(one) === simple.value);
      if (entry) tree.set(path, entry);
    }
  }

  const merged: string[] = [];
  const conflicts: TreeConflict[] = [];
  for (const path of contested) {
    const entries = { base: base.get(path), ours: ours.get(path), theirs: theirs.get(path) };
    const texts = await textsOf(repository, entries);
    const merge = mergeFile(path, texts.base, texts.ours, texts.theirs);
    const keep = (text: string | null) => keepEntry(repository, text, entries, texts);
    if (merge.kind === "conflicted" && !isHousekeeping(path)) {
      conflicts.push({
        path,
        ...texts,
        settled: { ours: await keep(merge.partial.ours), theirs: await keep(merge.partial.theirs) },
      });
      continue;
    }
    const entry = await keep(settledText(merge));
    if (entry) tree.set(path, entry);
    merged.push(path);
  }
  return { tree, merged, conflicts };
}

/** Files about the store itself: nobody wrote them by hand, so nobody is asked. What was published first stands. */
const isHousekeeping = (path: string) =>
  path === "manifest.json" || path === "state/roadmap.json" || path.endsWith("/.meta.json");

const settledText = (merge: PathMerge) =>
  merge.kind === "merged" ? merge.text : merge.kind === "deleted" ? null : merge.partial.theirs;

const keyOf = (entry: TreeEntry | undefined) => entry && `${entry.mode} ${entry.id}`;

async function textsOf(
  repository: GitRepository,
  entries: Sides<TreeEntry | undefined>,
): Promise<Sides<string | null>> {
  const present = [entries.base, entries.ours, entries.theirs].filter((entry) => entry !== undefined);
  const contents = await repository.readBlobs(present.map(({ id }) => id));
  const textOf = (entry: TreeEntry | undefined) =>
    entry ? (contents[present.indexOf(entry)]?.toString() ?? "") : null;
  return { base: textOf(entries.base), ours: textOf(entries.ours), theirs: textOf(entries.theirs) };
}

/** A version that one side has already keeps its object: what is no text cannot be written anew. */
async function keepEntry(
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
