import * as z from "zod";
import { mergeStatus } from "../../domain/context/sync/pending-merge.js";
import { syncText } from "../../domain/context/sync/sync-text.js";
import { defineTool } from "../define-tool.js";
import { syncAnswer } from "../sync-answer-schema.js";

export const contextMergeStatus = defineTool({
  name: "context_merge_status",
  toolset: "context",
  effect: "reads",
  title: "Merge status",
  description:
    "Report whether a pull left conflicts. Use after context_sync_pull with strategy agent, or after a restart.",
  input: z.object({}),
  output: syncAnswer,
  examples: [{}],
  cli: { command: "sync status" },

  async run(_, app) {
    return mergeStatus(await app.context.open(app.call));
  },

  toText: (answer) => syncText(answer),
});
