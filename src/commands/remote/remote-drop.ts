import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { requireRemote } from "./require-remote.js";

export const remoteDrop = defineCommand({
  name: "remote drop",
  summary: "Discard a write that is queued for the team service.",
  input: z.object({ id: z.string().describe("Id of the write, as listed by `remote status`.") }),
  positional: ["id"],
  examples: ["remote drop out_01hw0000000000000000000000"],

  confirm: async ({ id }) => `Discards the queued write ${id}. This cannot be undone.`,

  async run({ id }, app) {
    await requireRemote(app).drop(app.call.tenant, id);
    return { id, dropped: true };
  },

  toText: ({ id }) => `Discarded ${id}.`,
});
