import { AppError } from "../../base/errors.js";
import type { TreeChange, WorkingTrees } from "../../engine/working-trees.js";
import type { Run } from "../../store/bridge/run-store.js";
import type { Call } from "../call.js";
import type { BridgeParts } from "./bridge-parts.js";

/** Undoes an implementation: restores the tree of before, including uncommitted changes. */
export async function undoRun(
  call: Call,
  id: string,
  { runStore, workingTrees }: BridgeParts,
  { force }: { force: boolean },
) {
  const run = await runStore.find(call.tenant, id);
  if (run?.kind !== "implementation") throw nothingToUndo(id);
  if (run.endedAt === null) throw stillRunning(id);
  if (run.branch) return dropBranch(run, run.branch, workingTrees);
  const before = await workingTrees.snapshotOf(run.path, `runs/${id}`);
  const after = await workingTrees.snapshotOf(run.path, `after/${id}`);
  if (!before) throw nothingToUndo(id);
  const now = await workingTrees.snapshot(run.path, `undone/${id}`);
  const since = after ? (await workingTrees.difference(run.path, after, now)).changes : [];
  if (since.length > 0 && !force) throw changedSince(id, since);
  const { changes } = await workingTrees.difference(run.path, before, now);
  await workingTrees.restore(run.path, before);
  /** `kept` is the git ref of the state before the undo. */
  return { run: id, repo: run.repository, files: changes.map(({ file }) => file), kept: now.ref };
}

async function dropBranch({ id, repository, path }: Run, branch: string, workingTrees: WorkingTrees) {
  if (!(await workingTrees.deleteBranch(path, branch))) throw nothingToUndo(id);
  return { run: id, repo: repository, files: [], kept: `refs/throughline/after/${id}` };
}

/** Deletes the refs of a run, so that git can collect its objects. */
export async function forgetRun(workingTrees: WorkingTrees, path: string, id: string): Promise<void> {
  for (const kind of ["runs", "after", "undone"]) await workingTrees.forget(path, `${kind}/${id}`);
}

const nothingToUndo = (id: string) =>
  new AppError("missing", `Nothing to undo for ${id}.`, {
    hint: "Pass the subAgentId of an implement_in_repo run; list runs with `throughline run status`.",
  });

const stillRunning = (id: string) =>
  new AppError("conflict", `${id} is still running.`, { hint: "Stop it with run_cancel first." });

function changedSince(id: string, changes: readonly TreeChange[]): AppError {
  const files = changes.map(({ file }) => file);
  return new AppError("conflict", `The tree has changed since ${id} ended: ${files.slice(0, 10).join(", ")}.`, {
    hint: "Commit or stash those changes, or add --force; git keeps the current tree as refs/throughline/undone.",
    details: { files },
  });
}
