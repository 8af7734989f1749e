import type { TreeEntry } from "../../../engine/git-repository.js";
import { storeFolder } from "../../../store/context/context-layout.js";
import type { PendingConflict, PendingReport } from "../../../store/context/pending-conflicts.js";
import { mergeFile } from "../../merge/merge-file.js";
import type { ProjectContext } from "../project-context.js";
import { integrate } from "./integrate.js";
import { keepOverruled } from "./keep-overruled.js";
import type { TreeConflict } from "./merge-trees.js";
import { conflictsAnswer, requirePending, toPending } from "./pending-merge.js";
import { type PreparedMerge, prepareMerge } from "./prepare-merge.js";
import { fetchShared, noteOf } from "./pull-context.js";
import { openStoreRepository, type StoreRepository } from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

/** Applies the resolutions to the merge as it is now; files left unresolved keep the local version. */
export async function finalizeMerge(project: ProjectContext): Promise<SyncAnswer> {
  const store = await openStoreRepository(project);
  await requirePending(project, "to finalize");
  const source = await fetchShared(store);
  if (source.kind === "none") return source.answer;
  return project.alone(async () => {
    const report = await requirePending(project, "to finalize");
    const head = (await store.repository.head()).commit;
    if (head && (await store.repository.isAncestor(source.commit, head))) return alreadyMerged(project, store, head);
    const merge = await prepareMerge(project, store, head, source.commit);
    const settled = await settle(store, merge, report);
    if (settled.open.length > 0) return askAgain(project, report, settled.open);
    const message = `ctx: merge ${source.place.remote}/${source.place.branch} (interactive resolution)`;
    const done = await integrate(project, store, { ...merge, result: settled.tree, message, commitAll: true });
    await project.pending.clear();
    const overruled = await keepOverruled(project, store, settled.skipped, "ours");
    const commit = await store.repository.shorten(done.head ?? source.commit);
    const counts = { resolved: settled.resolved, skipped: settled.skipped.length };
    return { status: "merged", commit, strategy: "interactive", ...counts, ...overruled, ...noteOf(merge, done) };
  });
}

/** A person merged with git meanwhile. */
async function alreadyMerged(
  project: ProjectContext,
  { repository }: StoreRepository,
  head: string,
): Promise<SyncAnswer> {
  await project.pending.clear();
  return { status: "merged", commit: await repository.shorten(head), strategy: "interactive", resolved: 0, skipped: 0 };
}

interface MergeSettlement {
  readonly tree: Map<string, TreeEntry>;
  readonly resolved: number;
  /** Conflicts that were shown and not resolved: the local version stays. */
  readonly skipped: readonly TreeConflict[];
  /** Conflicts to show: new ones, and resolutions that no longer fit what either side has now. */
  readonly open: readonly TreeConflict[];
}

async function settle(
  { repository }: StoreRepository,
  merge: PreparedMerge,
  report: PendingReport,
): Promise<MergeSettlement> {
  const tree = new Map(merge.tree);
  const open: TreeConflict[] = [];
  const skipped: TreeConflict[] = [];
  let resolved = 0;
  for (const conflict of merge.conflicts) {
    const given = report.conflicts.find(({ file_path }) => file_path === `${storeFolder}/${conflict.path}`);
    if (!given?.resolved) {
      const isShown = given !== undefined && (conflict.theirs ?? "") === given.theirs_content;
      const entry = conflict.settled.ours;
      if (isShown && entry) tree.set(conflict.path, entry);
      (isShown ? skipped : open).push(conflict);
      continue;
    }
    const text = resolutionNow(conflict, given);
    if (text === undefined) open.push(conflict);
    else resolved++;
    if (text) tree.set(conflict.path, { mode: "100644", id: await repository.writeBlob(text) });
    if (text === "" && given.deleted_by === "")
      tree.set(conflict.path, { mode: "100644", id: await repository.writeBlob("") });
  }
  return { tree, resolved, skipped, open };
}

/** The resolution, with what either side changed since it was given merged into it; undefined when that clashes. */
function resolutionNow({ path, ours, theirs }: TreeConflict, given: PendingConflict): string | undefined {
  if ((ours ?? "") === given.ours_content && (theirs ?? "") === given.theirs_content) return given.resolution;
  const withTheirs = mergeFile(path, given.theirs_content, given.resolution, theirs ?? "");
  if (withTheirs.kind !== "merged") return undefined;
  const withBoth = mergeFile(path, given.ours_content, withTheirs.text, ours ?? "");
  return withBoth.kind === "merged" ? withBoth.text : undefined;
}

/** The others moved on in the same place: what was resolved stays resolved, the rest is asked again. */
async function askAgain(
  project: ProjectContext,
  report: PendingReport,
  open: readonly TreeConflict[],
): Promise<SyncAnswer> {
  const paths = open.map(({ path }) => `${storeFolder}/${path}`);
  const next: PendingReport = {
    ...report,
    conflicts: [...report.conflicts.filter(({ file_path }) => !paths.includes(file_path)), ...open.map(toPending)],
  };
  await project.pending.write(next);
  return { ...conflictsAnswer(next), note: "The shared version changed since you resolved these. Resolve them again." };
}
