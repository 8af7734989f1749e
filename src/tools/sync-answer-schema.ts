import type { SyncAnswer } from "../domain/context/sync/sync-answer.js";
import { answerOf } from "./answer-schema.js";

/** Shared by the tools that sync and merge: which fields are there follows from the status. */
export const syncAnswer = answerOf<SyncAnswer>({
  status: "string",
  "commit?": "string",
  "commit_message?": "string",
  "branch?": "string",
  "commits?": "number",
  "files?": ["string"],
  "strategy?": "string",
  "auto_resolved?": ["string"],
  "resolved?": "number",
  "skipped?": "number",
  "overruled?": [{ file_path: "string", kept: "string", "at?": "string", "lost_content?": "string|null" }],
  "conflict_id?": "string",
  "report?": {
    has_conflicts: "boolean",
    total: "number",
    unresolved: "number",
    auto_resolved: ["string"],
    conflicts: [
      {
        file_path: "string",
        ours_preview: "string",
        theirs_preview: "string",
        resolved: "boolean",
        "deleted_by?": "string",
      },
    ],
  },
  "file_path?": "string",
  "remaining?": "number",
  "push_error?": "string",
  "conflicts?": ["string"],
  "error?": "string",
  "note?": "string",
});
