import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { memoryId } from "../memory-fields.js";

export const memoryFeedback = defineTool({
  name: "memory_feedback",
  toolset: "memory",
  effect: "adds",
  title: "Rate a memory",
  description: "Rate a memory (confidence +0.1 or -0.15). Use after using it.",
  input: z.object({ memory_id: memoryId, helpful: z.boolean().describe("Did it help?") }),
  output: answerOf({
    memory_id: "string",
    new_confidence: "number",
    helpful: "boolean",
  }),
  examples: [{ memory_id: "mem_1", helpful: true }],
  cli: { command: "memory feedback", positional: ["memory_id", "helpful"] },

  async run({ memory_id, helpful }, app) {
    const { confidence } = await app.memories.signal(app.call, memory_id, helpful ? "helpful" : "unhelpful");
    return { memory_id, new_confidence: confidence, helpful };
  },

  toText: ({ memory_id, new_confidence }) => `Confidence of ${memory_id} is now ${new_confidence}.`,
});
