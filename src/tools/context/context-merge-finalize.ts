import * as z from "zod";
import { finalizeMerge } from "../../domain/context/sync/finalize-merge.js";
import { syncText } from "../../domain/context/sync/sync-text.js";
import { defineTool } from "../define-tool.js";
import { syncAnswer } from "../sync-answer-schema.js";

export const contextMergeFinalize = defineTool({
  name: "context_merge_finalize",
  toolset: "context",
  effect: "replaces",
  title: "Finalize merge",
  description: "Apply the resolutions and commit the merge; unresolved files keep the local version. Use last.",
  input: z.object({}),
  output: syncAnswer,
  examples: [{}],
  cli: { command: "sync finalize" },

  async run(_, app) {
    return finalizeMerge(await app.context.open(app.call));
  },

  toText: (answer) => syncText(answer),

  isFailure: ({ status }) => status === "conflicts",
  changes: () => ["context://knowledge", "context://decisions", "context://conventions", "context://skills"],
});
