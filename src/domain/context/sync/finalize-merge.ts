import type { TreeEntry } from "../../../engine/git-repository.js";
import { storeFolder } from "../../../store/context/context-layout.js";
import type { PendingConflict, PendingReport } from "../../../store/context/pending-conflicts.js";
import { mergeFile } from "../../merge/merge-file.js";
import type { ProjectContext } from "../project-context.js";
import { integrate } from "./integrate.js";
import type { TreeConflict } from "./merge-trees.js";
import { conflictsAnswer, requirePending, toPending } from "./pending-merge.js";
import { type PreparedMerge, prepareMerge } from "./prepare-merge.js";
import { fetchShared, noteOf } from "./pull-context.js";
import { saveOverruled } from "./save-overruled.js";
import { openStoreRepository, type StoreRepository } from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

/** Applies the resolutions to the merge as it is now; files left unresolved keep the local version. */
export async function finalizeMerge(project: ProjectContext): Promise<SyncAnswer> {
  const store = await openStoreRepository(project);
  await requirePending(project, "to finalize");
  const source = await fetchShared(store);
  if (source.kind === "none") return source.answer;
  return project.withLock(async () => {
    const report = await requirePending(project, "to finalize");
    const head = (await store.repository.head()).commit;
    if (head && (await store.repository.isAncestor(source.commit, head))) return alreadyMerged(project, store, head);
    const merge = await prepareMerge(project, store, head, source.commit);
    const resolution = await applyResolutions(store, merge, report);
    if (resolution.open.length > 0) return reportAgain(project, report, resolution.open);
    const message = `ctx: merge ${source.sharedBranch.remote}/${source.sharedBranch.branch} (interactive resolution)`;
    const integration = await integrate(project, store, {
      ...merge,
      result: resolution.tree,
      message,
      commitAll: true,
    });
    await project.pending.clear();
    const overruled = await saveOverruled(project, store, resolution.skipped, "ours");
    const commit = await store.repository.shorten(integration.head ?? source.commit);
    const counts = { resolved: resolution.resolved, skipped: resolution.skipped.length };
    return {
      status: "merged",
      commit,
      strategy: "interactive",
      ...counts,
      ...overruled,
      ...noteOf(merge, integration),
    };
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

interface MergeResolution {
  readonly tree: Map<string, TreeEntry>;
  readonly resolved: number;
  /** Conflicts that were shown and not resolved: the local version stays. */
  readonly skipped: readonly TreeConflict[];
  /** Conflicts to report: new ones, and those whose resolution no longer fits the current versions. */
  readonly open: readonly TreeConflict[];
}

async function applyResolutions(
  { repository }: StoreRepository,
  merge: PreparedMerge,
  report: PendingReport,
): Promise<MergeResolution> {
  const tree = new Map(merge.tree);
  const open: TreeConflict[] = [];
  const skipped: TreeConflict[] = [];
  let resolved = 0;
  for (const conflict of merge.conflicts) {
    const pending = report.conflicts.find(({ file_path }) => file_path === `${storeFolder}/${conflict.path}`);
    if (!pending?.resolved) {
      const isShown = pending !== undefined && (conflict.theirs ?? "") === pending.theirs_content;
      const entry = conflict.resolvedFor.ours;
      if (isShown && entry) tree.set(conflict.path, entry);
      (isShown ? skipped : open).push(conflict);
      continue;
    }
    const text = updatedResolution(conflict, pending);
    if (text === undefined) open.push(conflict);
    else resolved++;
    if (text) tree.set(conflict.path, { mode: "100644", id: await repository.writeBlob(text) });
    if (text === "" && pending.deleted_by === "")
      tree.set(conflict.path, { mode: "100644", id: await repository.writeBlob("") });
  }
  return { tree, resolved, skipped, open };
}

/** The resolution, merged with what either side changed since; undefined if those changes conflict with it. */
function updatedResolution({ path, ours, theirs }: TreeConflict, pending: PendingConflict): string | undefined {
  if ((ours ?? "") === pending.ours_content && (theirs ?? "") === pending.theirs_content) return pending.resolution;
  const withTheirs = mergeFile(path, pending.theirs_content, pending.resolution, theirs ?? "");
  if (withTheirs.kind !== "merged") return undefined;
  const withBoth = mergeFile(path, pending.ours_content, withTheirs.text, ours ?? "");
  return withBoth.kind === "merged" ? withBoth.text : undefined;
}

/** The shared branch changed the same lines again: resolved conflicts stay resolved, the others are reported again. */
async function reportAgain(
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
