import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { finalizeMerge } from "../../domain/context/sync/finalize-merge.js";
import {
  abortMerge,
  conflictDetail,
  mergeStatus,
  requirePending,
  resolveConflict,
} from "../../domain/context/sync/pending-merge.js";
import { pullContext, readStrategy } from "../../domain/context/sync/pull-context.js";
import { pushContext } from "../../domain/context/sync/push-context.js";
import type { SyncAnswer } from "../../domain/context/sync/sync-answer.js";
import { syncText } from "../../domain/context/sync/sync-answer.js";
import { answerOf, texts } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { sharedUris } from "./context-fields.js";

/** Which fields are there follows from the status. */
const syncAnswer = answerOf<SyncAnswer>({
  ...texts("status", "commit?", "commit_message?", "branch?"),
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
      { ...texts("file_path", "ours_preview", "theirs_preview"), resolved: "boolean", "deleted_by?": "string" },
    ],
  },
  "file_path?": "string",
  "remaining?": "number",
  "push_error?": "string",
  "conflicts?": ["string"],
  "error?": "string",
  "note?": "string",
});

const isConflicted = ({ status }: SyncAnswer) => status === "conflicts";

const file_path = z.string().describe("As listed by context_sync_pull.");

export const syncTools: readonly Tool[] = [
  defineContextTool("context_sync_push", "adds", {
    title: "Push context",
    description: "Commit and push the store's public files only. Use when you are done.",
    input: z.object({ message: z.string().default("").describe("Commit message. Default: generated.") }),
    output: syncAnswer,
    examples: [{ message: "Describe the stack" }],
    cli: { command: "sync push", positional: ["message"] },
    run: ({ message }, project) => pushContext(project, message),
    toText: syncText,
    isFailure: (answer) => "push_error" in answer,
  }),

  defineContextTool("context_sync_pull", "replaces", {
    title: "Pull context",
    description:
      "Pull and merge what teammates shared. Use when you start. On conflict: ours, theirs, or agent (resolve with context_conflict_detail).",
    input: z.object({ strategy: z.string().default("ours").describe("ours, theirs or agent.") }),
    output: syncAnswer,
    examples: [{ strategy: "agent" }],
    cli: { command: "sync pull", positional: ["strategy"] },
    run: async ({ strategy }, project) => pullContext(project, readStrategy(strategy)),
    toText: syncText,
    isFailure: isConflicted,
    changes: sharedUris,
  }),

  defineContextTool("context_merge_status", "reads", {
    title: "Merge status",
    description:
      "Report whether a pull left conflicts. Use after context_sync_pull with strategy agent, or after a restart.",
    input: z.object({}),
    output: syncAnswer,
    cli: { command: "sync status" },
    run: (_, project) => mergeStatus(project),
    toText: syncText,
  }),

  defineContextTool("context_conflict_detail", "reads", {
    title: "Conflict detail",
    description:
      "Show a conflicted file: both sides, base, diff and what merges automatically. Use before context_resolve_conflict.",
    input: z.object({ file_path }),
    output: answerOf({
      ...texts("file_path", "ours_content", "theirs_content", "base_content", "diff", "deleted_by?"),
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
    run: (input, project) => conflictDetail(project, input.file_path),
    toText: ({ diff }) => diff,
  }),

  defineContextTool("context_resolve_conflict", "replaces", {
    title: "Resolve conflict",
    description:
      "Set the final content of a conflicted file; empty deletes one that a side deleted. Use context_merge_finalize when all are resolved.",
    input: z.object({ file_path, content: z.string().describe("The complete final content.") }),
    output: syncAnswer,
    examples: [{ file_path: ".context-teleport/knowledge/notes.md", content: "# Notes" }],
    cli: { command: "sync settle", positional: ["file_path", "content"] },
    run: (input, project) => resolveConflict(project, input.file_path, input.content),
    toText: (answer) => `Resolved ${answer.file_path}; ${formatCount(Number(answer.remaining), "conflict")} left.`,
  }),

  defineContextTool("context_merge_finalize", "replaces", {
    title: "Finalize merge",
    description: "Apply the resolutions and commit the merge; unresolved files keep the local version. Use last.",
    input: z.object({}),
    output: syncAnswer,
    cli: { command: "sync finalize" },
    run: (_, project) => finalizeMerge(project),
    toText: syncText,
    isFailure: isConflicted,
    changes: sharedUris,
  }),

  defineContextTool("context_merge_abort", "deletes", {
    title: "Abort merge",
    description: "Discard pending conflicts; the next pull finds them again. Use to start over.",
    input: z.object({}),
    output: syncAnswer,
    cli: {
      command: "sync abort",
      async confirm(_, app) {
        const { conflicts } = await requirePending(await app.context.open(app.call), "to abort");
        const resolved = conflicts.filter((one) => one.resolved).length;
        const resolutions = resolved > 0 ? ` with ${formatCount(resolved, "resolution")}` : "";
        return `Discards ${formatCount(conflicts.length, "conflict")}${resolutions}. The next pull finds them again.`;
      },
    },
    run: (_, project) => abortMerge(project),
    toText: () => "Merge aborted.",
  }),
];
