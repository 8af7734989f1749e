import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { memoryId } from "../memory-fields.js";

export const memoryForget = defineTool({
  name: "memory_forget",
  toolset: "memory",
  effect: "deletes",
  title: "Forget a memory",
  description: "Delete a memory permanently and refuse its text from then on. Use for what must not come back.",
  input: z.object({ memory_id: memoryId }),
  output: answerOf({ memory_id: "string", forgotten: "number" }),
  examples: [{ memory_id: "mem_1" }],
  cli: {
    command: "memory forget",
    positional: ["memory_id"],
    async confirm({ memory_id }, app) {
      // A memory of the team service is not on this machine.
      const own = await app.memories.get(app.call, String(memory_id)).catch(() => undefined);
      if (!own) return `Deletes ${String(memory_id)} and refuses its text from now on. This cannot be undone.`;
      const { memory, history } = own;
      const older = history.length > 0 ? ` with ${formatCount(history.length, "earlier version")}` : "";
      return `Deletes "${memory.title}" (${memory.id})${older} and refuses its text from now on. This cannot be undone.`;
    },
  },

  async run({ memory_id }, app) {
    return { memory_id, ...(await app.memories.forget(app.call, memory_id)) };
  },

  toText: ({ memory_id }) => `Forgot ${memory_id}.`,
});
