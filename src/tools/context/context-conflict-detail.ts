import * as z from "zod";
import { conflictDetail } from "../../domain/context/sync/pending-merge.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextConflictDetail = defineTool({
  name: "context_conflict_detail",
  toolset: "context",
  effect: "reads",
  title: "Conflict detail",
  description:
    "Show a conflicted file: both sides, base, diff and what merges automatically. Use before context_resolve_conflict.",
  input: z.object({ file_path: z.string().describe("As listed by context_sync_pull.") }),
  output: answerOf({
    file_path: "string",
    ours_content: "string",
    theirs_content: "string",
    base_content: "string",
    diff: "string",
    "deleted_by?": "string",
    "resolved?": "boolean",
    "resolution?": "string",
    "section_analysis?": {
      has_section_conflicts: "boolean",
      conflict_details: ["string"],
      auto_merged_content: "string|null",
      "with_markers?": "string",
    },
  }),
  examples: [{ file_path: ".context-teleport/knowledge/notes.md" }],
  cli: { command: "sync show", positional: ["file_path"] },

  async run({ file_path }, app) {
    return conflictDetail(await app.context.open(app.call), file_path);
  },

  toText: ({ diff }) => String(diff),
});
