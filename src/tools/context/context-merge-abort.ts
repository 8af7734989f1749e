import * as z from "zod";
import { abortMerge } from "../../domain/context/sync/pending-merge.js";
import { defineTool } from "../define-tool.js";
import { syncAnswer } from "../sync-answer-schema.js";

export const contextMergeAbort = defineTool({
  name: "context_merge_abort",
  toolset: "context",
  effect: "deletes",
  title: "Abort merge",
  description: "Discard pending conflicts; the next pull finds them again. Use to start over.",
  input: z.object({}),
  output: syncAnswer,
  examples: [{}],
  cli: { command: "sync abort" },

  async run(_, app) {
    return abortMerge(await app.context.open(app.call));
  },

  toText: () => "Merge aborted.",
});
