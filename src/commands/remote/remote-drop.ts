import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { theRemote } from "./the-remote.js";

export const remoteDrop = defineCommand({
  name: "remote drop",
  summary: "Give up a write that waits for the team's service.",
  input: z.object({ id: z.string().describe("Its id, as `remote status` shows it.") }),
  positional: ["id"],
  examples: ["remote drop out_01hw0000000000000000000000"],

  async run({ id }, app) {
    await theRemote(app).drop(app.call.tenant, id);
    return { id, dropped: true };
  },

  toText: ({ id }) => `${id} is dropped.`,
});
