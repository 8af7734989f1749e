import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { runField } from "../fields.js";

export const runCancel = defineTool({
  name: "run_cancel",
  toolset: "bridge",
  effect: "deletes",
  title: "Cancel a run",
  description: "Stop a run and every process it started. Use run_status to find it.",
  input: z.object({ id: runField }),
  output: answerOf({
    subAgentId: "string",
    wasRunning: "boolean",
  }),
  examples: [{ id: "sa_example" }],
  cli: { command: "run cancel", positional: ["id"] },

  async run({ id }, app) {
    const { wasRunning } = await app.bridge.runs.cancel(app.call, id);
    return { subAgentId: id, wasRunning };
  },

  toText: ({ wasRunning }) => (wasRunning ? "Stopping the run." : "The run had already ended."),
});
