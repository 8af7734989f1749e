import type { PendingConflict, PendingReport } from "../../../store/context/pending-conflicts.js";
import { mergeFile } from "../../merge/merge-file.js";
import type { ProjectContext } from "../project-context.js";
import { integrate } from "./integrate.js";
import type { TreeConflict } from "./merge-trees.js";
import { saveOverruled } from "./overruled.js";
import { conflictsAnswer, requirePending, toPending } from "./pending-merge.js";
import { type PreparedMerge, prepareMerge } from "./prepare-merge.js";
import { fetchShared, noteOf } from "./pull-context.js";
import { openStoreRepository, pathInProject, type StoreRepository } from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

/** Applies the resolutions to the merge as it is now; files left unresolved keep the local version. */
export async function finalizeMerge(project: ProjectContext): Promise<SyncAnswer> {
  const store = await openStoreRepository(project);
  await requirePending(project, "to finalize");
  const source = await fetchShared(store);
  if ("status" in source) return source;
  return project.withLock(async () => {
    const report = await requirePending(project, "to finalize");
    const head = (await store.repository.head()).commit;
    const done = { status: "merged", strategy: "interactive" };
    if (head && (await store.repository.isAncestor(source.commit, head))) {
      // A person merged with git meanwhile.
      await project.pending.clear();
      return { ...done, commit: await store.repository.shorten(head), resolved: 0, skipped: 0 };
    }
    const merge = await prepareMerge(store, head, source.commit);
    const { tree: result, resolved, skipped, open } = await applyResolutions(store, merge, report);
    if (open.length > 0) return reportAgain(project, report, open);
    const message = `ctx: merge ${source.sharedBranch.remote}/${source.sharedBranch.branch} (interactive resolution)`;
    const integration = await integrate(store, { ...merge, result, message, commitAll: true });
    await project.pending.clear();
    const overruled = await saveOverruled(store, skipped, "ours");
    const commit = await store.repository.shorten(integration.head ?? source.commit);
    return { ...done, commit, resolved, skipped: skipped.length, ...overruled, ...noteOf(merge, integration) };
  });
}

async function applyResolutions({ repository }: StoreRepository, merge: PreparedMerge, report: PendingReport) {
  const tree = new Map(merge.tree);
  /** Conflicts to report: new ones, and those whose resolution no longer fits the current versions. */
  const open: TreeConflict[] = [];
  /** Conflicts that were shown and not resolved: the local version stays. */
  const skipped: TreeConflict[] = [];
  let resolved = 0;
  for (const conflict of merge.conflicts) {
    const { path, theirs, resolvedFor } = conflict;
    const pending = report.conflicts.find(({ file_path }) => file_path === pathInProject(path));
    if (!pending?.resolved) {
      const isShown = pending !== undefined && (theirs ?? "") === pending.theirs_content;
      if (isShown && resolvedFor.ours) tree.set(path, resolvedFor.ours);
      (isShown ? skipped : open).push(conflict);
      continue;
    }
    const text = updatedResolution(conflict, pending);
    if (text === undefined) {
      open.push(conflict);
      continue;
    }
    resolved++;
    // An empty text deletes a file that a side deleted.
    if (text !== "" || pending.deleted_by === "")
      tree.set(path, { mode: "100644", id: await repository.writeBlob(text) });
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
async function reportAgain(project: ProjectContext, report: PendingReport, open: readonly TreeConflict[]) {
  const paths = open.map(({ path }) => pathInProject(path));
  const next: PendingReport = {
    ...report,
    conflicts: [...report.conflicts.filter(({ file_path }) => !paths.includes(file_path)), ...open.map(toPending)],
  };
  await project.pending.write(next);
  return { ...conflictsAnswer(next), note: "The shared version changed since you resolved these. Resolve them again." };
}
