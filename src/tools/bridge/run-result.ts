import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { runField } from "../fields.js";

export const runResult = defineTool({
  name: "run_result",
  toolset: "bridge",
  effect: "reads",
  title: "Show a run's result",
  description: "Get a background run's answer, or null while it is running. Use run_status to wait.",
  input: z.object({ id: runField }),
  output: answerOf({ subAgentId: "string", status: "string", answer: "any" }),
  examples: [{ id: "sa_example" }],
  cli: { command: "run result", positional: ["id"] },

  async run({ id }, app) {
    const { run, answer } = await app.bridge.runs.result(app.call, id);
    return { subAgentId: run.subAgentId, status: run.status, answer };
  },

  toText: ({ status, answer }) => (answer === null ? `Status: ${status}.` : JSON.stringify(answer, null, 2)),
});
