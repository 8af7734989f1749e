import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { resolveConflict } from "../../domain/context/sync/pending-merge.js";
import { defineTool } from "../define-tool.js";
import { syncAnswer } from "../sync-answer-schema.js";

export const contextResolveConflict = defineTool({
  name: "context_resolve_conflict",
  toolset: "context",
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

  async run({ file_path, content }, app) {
    return resolveConflict(await app.context.open(app.call), file_path, content);
  },

  toText: ({ file_path, remaining }) => `Resolved ${file_path}; ${formatCount(Number(remaining), "conflict")} left.`,
});
