import type { GitRepository, TreeEntry } from "../../../engine/git-repository.js";
import { areas } from "../../../store/context/context-layout.js";
import { withNumber } from "../../../store/context/decision-markdown.js";
import { decisionFiles, nextNumber } from "../../../store/context/decision-store.js";
import { decisionNames, numberedName } from "../private-names.js";
import { type StoreTree, sameEntry } from "./store-repository.js";

export interface Renumbered {
  readonly from: string;
  readonly to: string;
}

const prefix = `${areas.decisions}/`;

/** Two people gave one number to two decisions: the published one keeps it, ours takes the next that is free. */
export async function renumberDecisions(
  repository: GitRepository,
  {
    base,
    ours,
    theirs,
    alsoTaken,
  }: { base: StoreTree; ours: StoreTree; theirs: StoreTree; alsoTaken: readonly string[] },
): Promise<{ tree: StoreTree; renumbered: readonly Renumbered[] }> {
  const published = decisionFiles(decisionNames(theirs.keys()));
  const added = decisionFiles(decisionNames(ours.keys())).filter(({ file }) => !base.has(prefix + file));
  const conflicting = added.filter(
    ({ id, file }) =>
      published.some((one) => one.id === id) &&
      !sameEntry(ours.get(prefix + file), theirs.get(prefix + file)) &&
      !isSameDecision(file, theirs, base),
  );
  const tree = new Map<string, TreeEntry>(ours);
  const renumbered: Renumbered[] = [];
  let next = nextNumber(decisionFiles([...decisionNames(ours.keys()), ...decisionNames(theirs.keys()), ...alsoTaken]));
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

/** A file both have had before is one decision, edited twice. */
const isSameDecision = (file: string, theirs: StoreTree, base: StoreTree) =>
  theirs.has(prefix + file) && base.has(prefix + file);
