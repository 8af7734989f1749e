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
import { syncText } from "../../domain/context/sync/sync-answer.js";
import { answerOf } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { syncAnswer } from "../sync-answer-schema.js";

export const contextSyncPush = defineContextTool({
  name: "context_sync_push",
  effect: "adds",
  title: "Push context",
  description: "Commit and push the store's public files only. Use when you are done.",
  input: z.object({ message: z.string().default("").describe("Commit message. Default: generated.") }),
  output: syncAnswer,
  examples: [{ message: "Describe the stack" }],
  cli: { command: "sync push", positional: ["message"] },

  run: async ({ message }, app) => pushContext(await app.context.open(app.call), message),

  toText: (answer) => syncText(answer),

  isFailure: (answer) => "push_error" in answer,
});

export const contextSyncPull = defineContextTool({
  name: "context_sync_pull",
  effect: "replaces",
  title: "Pull context",
  description:
    "Pull and merge what teammates shared. Use when you start. On conflict: ours, theirs, or agent (resolve with context_conflict_detail).",
  input: z.object({ strategy: z.string().default("ours").describe("ours, theirs or agent.") }),
  output: syncAnswer,
  examples: [{ strategy: "agent" }],
  cli: { command: "sync pull", positional: ["strategy"] },

  run: async ({ strategy }, app) => pullContext(await app.context.open(app.call), readStrategy(strategy)),

  toText: (answer) => syncText(answer),

  isFailure: ({ status }) => status === "conflicts",
  changes: () => ["context://knowledge", "context://decisions", "context://conventions", "context://skills"],
});

export const contextMergeStatus = defineContextTool({
  name: "context_merge_status",
  effect: "reads",
  title: "Merge status",
  description:
    "Report whether a pull left conflicts. Use after context_sync_pull with strategy agent, or after a restart.",
  input: z.object({}),
  output: syncAnswer,
  examples: [{}],
  cli: { command: "sync status" },

  run: async (_, app) => mergeStatus(await app.context.open(app.call)),

  toText: (answer) => syncText(answer),
});

export const contextConflictDetail = defineContextTool({
  name: "context_conflict_detail",
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

  run: async ({ file_path }, app) => conflictDetail(await app.context.open(app.call), file_path),

  toText: ({ diff }) => String(diff),
});

export const contextResolveConflict = defineContextTool({
  name: "context_resolve_conflict",
  effect: "replaces",
  title: "Resolve conflict",
  description:
    "Set the final content of a conflicted file; empty deletes one that a side deleted. Use context_merge_finalize when all are resolved.",
  input: z.object({
    file_path: z.string().describe("As listed by context_sync_pull."),
    content: z.string().describe("The complete final content."),
  }),
  output: syncAnswer,
  examples: [{ file_path: ".context-teleport/knowledge/notes.md", content: "# Notes" }],
  cli: { command: "sync settle", positional: ["file_path", "content"] },

  run: async ({ file_path, content }, app) => resolveConflict(await app.context.open(app.call), file_path, content),

  toText: ({ file_path, remaining }) => `Resolved ${file_path}; ${formatCount(Number(remaining), "conflict")} left.`,
});

export const contextMergeFinalize = defineContextTool({
  name: "context_merge_finalize",
  effect: "replaces",
  title: "Finalize merge",
  description: "Apply the resolutions and commit the merge; unresolved files keep the local version. Use last.",
  input: z.object({}),
  output: syncAnswer,
  examples: [{}],
  cli: { command: "sync finalize" },

  run: async (_, app) => finalizeMerge(await app.context.open(app.call)),

  toText: (answer) => syncText(answer),

  isFailure: ({ status }) => status === "conflicts",
  changes: () => ["context://knowledge", "context://decisions", "context://conventions", "context://skills"],
});

export const contextMergeAbort = defineContextTool({
  name: "context_merge_abort",
  effect: "deletes",
  title: "Abort merge",
  description: "Discard pending conflicts; the next pull finds them again. Use to start over.",
  input: z.object({}),
  output: syncAnswer,
  examples: [{}],
  cli: {
    command: "sync abort",
    async confirm(_, app) {
      const { conflicts } = await requirePending(await app.context.open(app.call), "to abort");
      const resolved = conflicts.filter((one) => one.resolved).length;
      return `Discards ${formatCount(conflicts.length, "conflict")}${resolved > 0 ? ` with ${formatCount(resolved, "resolution")}` : ""}. The next pull finds them again.`;
    },
  },

  run: async (_, app) => abortMerge(await app.context.open(app.call)),

  toText: () => "Merge aborted.",
});

export const syncTools: readonly Tool[] = [
  contextSyncPush,
  contextSyncPull,
  contextMergeStatus,
  contextConflictDetail,
  contextResolveConflict,
  contextMergeFinalize,
  contextMergeAbort,
];
