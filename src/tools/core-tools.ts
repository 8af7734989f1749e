/** What is listed of a tool; the other inputs are accepted, and the other fields answered. */
export interface ListedFields {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/**
 * The tools that hosts list after `throughline install`, with the fields to list: every listed byte costs tokens in every
 * conversation. `tool_call` describes them whole.
 */
export const coreTools: Readonly<Record<string, ListedFields>> = {
  recall: { inputs: ["query", "kinds", "project", "files", "since", "limit"], outputs: ["hits"] },
  recall_read: { inputs: ["id", "offset"], outputs: ["text"] },
  memory_record: { inputs: ["content", "kind", "quote", "replaces", "guard", "anchors"], outputs: ["id"] },
  memory_update: { inputs: ["memory_id", "content", "state"], outputs: ["id"] },
  memory_forget: { inputs: ["memory_id"], outputs: ["forgotten"] },
  memory_feedback: { inputs: ["memory_id", "helpful"], outputs: ["new_confidence"] },
  remediation_record: {
    inputs: ["problem", "root_cause", "solution", "failed_attempts", "verified_by"],
    outputs: ["id"],
  },
  checkpoint_save: { inputs: ["summary", "context"], outputs: ["id"] },
  context_add_knowledge: { inputs: ["key", "content"], outputs: ["key"] },
  context_record_decision: { inputs: ["title", "context", "decision"], outputs: ["id"] },
  tool_call: { inputs: ["tool", "input"], outputs: [] },
};
