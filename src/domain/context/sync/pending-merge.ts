import { AppError } from "../../../base/errors.js";
import { formatCount } from "../../../base/text/plural.js";
import type { PendingConflict, PendingReport } from "../../../store/context/pending-conflicts.js";
import { unifiedDiff } from "../../merge/diff/unified-diff.js";
import { mergeFile } from "../../merge/merge-file.js";
import type { Conflict, ConflictReason } from "../../merge/merge-result.js";
import type { ProjectContext } from "../project-context.js";
import type { TreeConflict } from "./merge-trees.js";
import type { PreparedMerge } from "./prepare-merge.js";
import { openStoreRepository, pathInProject } from "./store-repository.js";
import { presentReport, type SyncAnswer } from "./sync-answer.js";

/** Saves the conflicts for later calls, with resolutions that still apply, and returns them. */
export async function reportConflicts(project: ProjectContext, merge: PreparedMerge): Promise<SyncAnswer> {
  const before = await project.pending.read();
  const report: PendingReport = {
    conflict_id: before?.conflict_id || project.runtime.newUuid(),
    auto_resolved: merge.merged.map(pathInProject),
    conflicts: merge.conflicts.map((conflict) => withResolution(toPending(conflict), before)),
  };
  await project.pending.write(report);
  return conflictsAnswer(report);
}

export const toPending = ({ path, base, ours, theirs }: TreeConflict): PendingConflict => ({
  file_path: pathInProject(path),
  ours_content: ours ?? "",
  theirs_content: theirs ?? "",
  base_content: base ?? "",
  resolved: false,
  resolution: "",
  deleted_by: ours === null ? "ours" : theirs === null ? "theirs" : "",
});

function withResolution(conflict: PendingConflict, before: PendingReport | undefined): PendingConflict {
  const same = before?.conflicts.find(
    (one) =>
      one.file_path === conflict.file_path &&
      one.ours_content === conflict.ours_content &&
      one.theirs_content === conflict.theirs_content,
  );
  return same?.resolved ? { ...conflict, resolved: true, resolution: same.resolution } : conflict;
}

export const conflictsAnswer = (report: PendingReport): SyncAnswer => ({
  status: "conflicts",
  conflict_id: report.conflict_id,
  files: report.conflicts.map(({ file_path }) => file_path),
  report: presentReport(report),
});

export async function mergeStatus(project: ProjectContext): Promise<SyncAnswer> {
  await openStoreRepository(project);
  const report = await project.pending.read();
  const texts = await project.overruled.list();
  const overruled = texts.map(({ file_path, at, kept, lost_content }) => ({ file_path, at, kept, lost_content }));
  const overruledField = overruled.length > 0 ? { overruled } : {};
  if (!report || report.conflicts.length === 0) return { status: "clean", ...overruledField };
  return { status: "conflicts", conflict_id: report.conflict_id, report: presentReport(report), ...overruledField };
}

/** One conflict with everything that is needed to resolve it, whether it is resolved yet or not. */
export async function conflictDetail(project: ProjectContext, filePath: string) {
  const { conflict } = await findConflict(project, filePath);
  const { ours_content: ours, theirs_content: theirs, base_content: base } = conflict;
  return {
    file_path: conflict.file_path,
    ours_content: ours,
    theirs_content: theirs,
    base_content: base,
    diff: unifiedDiff(ours, theirs, {
      fromFile: `${conflict.file_path} (ours)`,
      toFile: `${conflict.file_path} (theirs)`,
    }),
    ...(conflict.deleted_by ? { deleted_by: conflict.deleted_by } : {}),
    ...(conflict.resolved ? { resolved: true, resolution: conflict.resolution } : {}),
    ...(conflict.file_path.endsWith(".md") ? { section_analysis: analyzeSections(conflict) } : {}),
  };
}

export function analyzeSections(conflict: PendingConflict) {
  const side = (name: "ours" | "theirs") => (conflict.deleted_by === name ? null : conflict[`${name}_content`]);
  const merge = mergeFile(conflict.file_path, conflict.base_content, side("ours"), side("theirs"));
  const hasConflicts = merge.kind === "conflicted";
  return {
    has_section_conflicts: hasConflicts,
    conflict_details: hasConflicts ? merge.conflicts.map(describeConflict) : [],
    auto_merged_content: hasConflicts ? null : merge.kind === "merged" ? merge.text : "",
    ...(hasConflicts ? { with_markers: merge.text } : {}),
  };
}

const reasonTexts: Readonly<Record<ConflictReason, string>> = {
  "both changed": "both sides changed it, each in another way",
  "both added": "both sides added something else at the same place",
  "deleted by ours": "ours deleted what theirs changed",
  "deleted by theirs": "theirs deleted what ours changed",
};

const describeConflict = ({ section, reason }: Conflict): string => `Section '${section}': ${reasonTexts[reason]}`;

/** Saves the final content of one file; a later call may replace it. */
export const resolveConflict = (project: ProjectContext, filePath: string, content: string): Promise<SyncAnswer> =>
  updateConflict(project, filePath, { resolved: true, resolution: content });

/** Removes a resolution: the file is unresolved again. */
export const reopenConflict = (project: ProjectContext, filePath: string): Promise<SyncAnswer> =>
  updateConflict(project, filePath, { resolved: false, resolution: "" });

function updateConflict(
  project: ProjectContext,
  filePath: string,
  change: Pick<PendingConflict, "resolved" | "resolution">,
): Promise<SyncAnswer> {
  return project.withLock(async () => {
    const { report, conflict } = await findConflict(project, filePath);
    const conflicts = report.conflicts.map((one) => (one === conflict ? { ...one, ...change } : one));
    await project.pending.write({ ...report, conflicts });
    return {
      status: change.resolved ? "resolved" : "conflicts",
      file_path: conflict.file_path,
      remaining: conflicts.filter(({ resolved }) => !resolved).length,
    };
  });
}

async function findConflict(project: ProjectContext, filePath: string) {
  const report = await requirePending(project);
  const path = filePath.replace(/^\.\//, "");
  const conflict = report.conflicts.find(({ file_path }) => file_path === path || file_path === pathInProject(path));
  if (!conflict) {
    throw new AppError("missing", `No unresolved conflict for ${filePath}`, {
      hint: `Conflicts: ${report.conflicts.map(({ file_path }) => file_path).join(", ")}.`,
    });
  }
  return { report, conflict };
}

export async function requirePending(project: ProjectContext, why = ""): Promise<PendingReport> {
  const report = await project.pending.read();
  if (report && report.conflicts.length > 0) return report;
  throw new AppError("missing", `No pending conflicts ${why}`.trimEnd(), {
    hint: "Call context_sync_pull with strategy agent to find conflicts.",
  });
}

/** Discards the conflicts; finding them changed nothing else. */
export function abortMerge(project: ProjectContext): Promise<SyncAnswer> {
  return project.withLock(async () => {
    await requirePending(project, "to abort");
    await project.pending.clear();
    return { status: "aborted" };
  });
}

/** The conflicts of a pull, and how to resolve them. */
export async function conflictsText(project: ProjectContext): Promise<string> {
  if (!(await project.openRepository(project.root))) return "Error: not in a git repository.";
  const report = await project.pending.read();
  if (!report || report.conflicts.length === 0) return "No pending merge conflicts.";
  const open = report.conflicts.filter(({ resolved }) => !resolved).length;
  const rows = report.conflicts.map(({ file_path, resolved, ours_content, theirs_content }) => {
    const kind = file_path.endsWith(".md") ? "markdown" : "other";
    return `- ${file_path} [${resolved ? "resolved" : "UNRESOLVED"}] ${kind}, ours ${ours_content.length} and theirs ${theirs_content.length} characters`;
  });
  return [
    `# Merge conflicts ${report.conflict_id}`,
    `${formatCount(report.conflicts.length, "conflict")}, ${open} unresolved, ${formatCount(report.auto_resolved.length, "file")} merged automatically.`,
    rows.join("\n"),
    [
      "For each unresolved file:",
      "1. Call context_conflict_detail to see both sides, their base and the diff.",
      "2. Call context_resolve_conflict with the final content.",
      "3. When none is left, call context_merge_finalize to commit the merge.",
    ].join("\n"),
    [
      "Combine both sides; never drop a decision; of two states the newer one wins; do not change headings.",
      "If section_analysis has auto_merged_content, you can use it as the final content.",
      "context_merge_abort discards the conflicts; the next pull finds them again.",
    ].join(" "),
  ].join("\n\n");
}
