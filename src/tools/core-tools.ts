/**
 * The tools that hosts list after `throughline install`, with the inputs to list: every listed byte costs tokens in every
 * conversation. Other inputs work too; `toolset_enable` lists them.
 */
export const coreTools: Readonly<Record<string, readonly string[]>> = {
  recall: ["query", "kinds", "project", "files", "since", "until", "limit"],
  recall_read: ["id", "offset"],
  fetch_context: ["query"],
  memory_record: ["project_id", "title", "content", "outcome", "anchors"],
  memory_feedback: ["memory_id", "helpful"],
  remediation_record: [
    "title",
    "problem",
    "root_cause",
    "solution",
    "category",
    "scope",
    "project_path",
    "failed_attempts",
  ],
  checkpoint_save: ["session_id", "project_path", "summary", "context"],
  context_add_knowledge: ["key", "content"],
  context_record_decision: ["title", "context", "decision"],
  toolset_enable: ["toolsets"],
};
