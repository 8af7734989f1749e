import * as z from "zod";
import { pushContext } from "../../domain/context/sync/push-context.js";
import { syncText } from "../../domain/context/sync/sync-text.js";
import { defineTool } from "../define-tool.js";
import { syncAnswer } from "../sync-answer-schema.js";

export const contextSyncPush = defineTool({
  name: "context_sync_push",
  toolset: "context",
  effect: "adds",
  title: "Push context",
  description: "Commit and push the store's public files only. Use when you are done.",
  input: z.object({ message: z.string().default("").describe("Commit message. Default: generated.") }),
  output: syncAnswer,
  examples: [{ message: "Describe the stack" }],
  cli: { command: "sync push", positional: ["message"] },

  async run({ message }, app) {
    return pushContext(await app.context.open(app.call), message);
  },

  toText: (answer) => syncText(answer),

  isFailure: (answer) => "push_error" in answer,
});
