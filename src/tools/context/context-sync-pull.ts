import * as z from "zod";
import { pullContext, readStrategy } from "../../domain/context/sync/pull-context.js";
import { syncText } from "../../domain/context/sync/sync-text.js";
import { defineTool } from "../define-tool.js";
import { syncAnswer } from "../sync-answer-schema.js";

export const contextSyncPull = defineTool({
  name: "context_sync_pull",
  toolset: "context",
  effect: "replaces",
  title: "Pull context",
  description:
    "Pull and merge what teammates shared. Use when you start. On conflict: ours, theirs, or agent (resolve with context_conflict_detail).",
  input: z.object({ strategy: z.string().default("ours").describe("ours, theirs or agent.") }),
  output: syncAnswer,
  examples: [{ strategy: "agent" }],
  cli: { command: "sync pull", positional: ["strategy"] },

  async run({ strategy }, app) {
    return pullContext(await app.context.open(app.call), readStrategy(strategy));
  },

  toText: (answer) => syncText(answer),

  isFailure: ({ status }) => status === "conflicts",
  changes: () => ["context://knowledge", "context://decisions", "context://conventions", "context://skills"],
});
