import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { memoryId } from "../memory-fields.js";

export const memoryForget = defineTool({
  name: "memory_forget",
  toolset: "memory",
  effect: "deletes",
  title: "Forget a memory",
  description:
    "Delete a memory and what it replaced for good; the same words are refused afterwards. " +
    "Use it for what must not come back; for what is merely wrong use memory_update with state rejected.",
  input: z.object({ memory_id: memoryId }),
  output: z.object({ memory_id: z.string(), forgotten: z.int() }),
  examples: [{ memory_id: "mem_none" }],
  cli: { command: "memory forget", positional: ["memory_id"] },

  async run({ memory_id }, app) {
    return { memory_id, ...(await app.memories.forget(app.call, memory_id)) };
  },

  toText: ({ memory_id }) => `Forgot ${memory_id}.`,
});
