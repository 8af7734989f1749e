import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const memoryAllow = defineCommand({
  name: "memory allow",
  summary: "Let the words of a forgotten memory be recorded again.",
  input: z.object({ id: z.string().min(1).describe("Id of the forgotten memory.") }),
  positional: ["id"],
  examples: ["memory allow mem_01hw"],

  async run({ id }, app) {
    await app.memories.allowAgain(app.call, id);
    return { id };
  },

  toText: ({ id }) => `What ${id} said may be recorded again.`,
});
