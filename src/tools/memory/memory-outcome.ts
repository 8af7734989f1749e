import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { memoryId } from "../memory-fields.js";

export const memoryOutcome = defineTool({
  name: "memory_outcome",
  toolset: "memory",
  effect: "adds",
  title: "Report an outcome",
  description: "Report how a task using a memory ended (confidence +0.05 or -0.08). Use when it is done.",
  input: z.object({ memory_id: memoryId, succeeded: z.boolean().describe("Did the task succeed?") }),
  output: answerOf({
    recorded: "boolean",
    new_confidence: "number",
    message: "string",
  }),
  examples: [{ memory_id: "mem_1", succeeded: true }],
  cli: { command: "memory outcome", positional: ["memory_id", "succeeded"] },

  async run({ memory_id, succeeded }, app) {
    const { confidence } = await app.memories.signal(app.call, memory_id, succeeded ? "succeeded" : "failed");
    return { recorded: true, new_confidence: confidence, message: `Confidence of ${memory_id} is now ${confidence}.` };
  },

  toText: ({ message }) => message,
});
