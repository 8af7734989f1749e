import type { ProjectContext } from "../project-context.js";

/** What a pull could not merge, and the way through it. */
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
    `${report.conflicts.length} in all, ${open} unresolved, ${report.auto_resolved.length} merged by themselves.`,
    rows.join("\n"),
    [
      "For each unresolved file:",
      "1. context_conflict_detail shows both sides, their base and the diff.",
      "2. context_resolve_conflict takes the final content.",
      "3. When none is left, context_merge_finalize commits the merge.",
    ].join("\n"),
    [
      "Combine what both know; never drop a decision; of two states the newer one holds; keep headings as they are.",
      "Where section_analysis gives auto_merged_content, that can be the final content as it is.",
      "context_merge_abort forgets the conflicts; the next pull finds them again.",
    ].join(" "),
  ].join("\n\n");
}
