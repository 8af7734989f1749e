import type { GitRepository, TreeEntry } from "../../../engine/git-repository.js";
import { areas } from "../../../store/context/context-layout.js";
import { withNumber } from "../../../store/context/decision-markdown.js";
import { decisionFiles, nextNumber } from "../../../store/context/decision-store.js";
import { decisionNames, numberedName } from "../private-names.js";
import { isSameEntry, type StoreTree } from "./store-repository.js";

export interface Renumbering {
  readonly from: string;
  readonly to: string;
}

const prefix = `${areas.decisions}/`;

/** If two people gave the same number to two decisions, the published one keeps it, and ours gets the next free one. */
export async function renumberDecisions(
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
