import { formatCount } from "../../../base/text/plural.js";
import type { ProjectContext } from "../project-context.js";

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
