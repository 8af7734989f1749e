/** What is listed of a tool; the other inputs are accepted, and the other fields answered. */
export interface ListedFields {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/**
 * The tools that hosts list after `throughline install`, with the fields to list: every listed byte costs tokens in every
 * conversation. `toolset_enable` lists them whole.
 */
export const coreTools: Readonly<Record<string, ListedFields>> = {
  recall: { inputs: ["query", "kinds", "project", "files", "since", "until", "limit"], outputs: ["hits"] },
  recall_read: { inputs: ["id", "offset"], outputs: ["text"] },
  fetch_context: { inputs: ["query"], outputs: ["context"] },
  memory_record: { inputs: ["content", "kind", "quote", "replaces", "anchors"], outputs: ["id"] },
  memory_feedback: { inputs: ["memory_id", "helpful"], outputs: ["new_confidence"] },
  remediation_record: {
    inputs: [...["title", "problem", "root_cause", "solution", "category", "scope", "project_path"], "failed_attempts"],
    outputs: ["id"],
  },
  checkpoint_save: { inputs: ["session_id", "project_path", "summary", "context"], outputs: ["id"] },
  context_add_knowledge: { inputs: ["key", "content"], outputs: ["key"] },
  context_record_decision: { inputs: ["title", "context", "decision"], outputs: ["id"] },
  toolset_enable: { inputs: ["toolsets"], outputs: ["tools"] },
};
