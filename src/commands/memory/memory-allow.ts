import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const memoryAllow = defineCommand({
  name: "memory allow",
  summary: "Allow the text of a forgotten memory to be recorded again.",
  input: z.object({ id: z.string().min(1).describe("Id of the forgotten memory.") }),
  positional: ["id"],
  examples: ["memory allow mem_01hw"],

  async run({ id }, app) {
    await app.memories.allowAgain(app.call, id);
    return { id };
  },

  toText: ({ id }) => `The text of ${id} can be recorded again.`,
});
