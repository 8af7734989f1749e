import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const tokenRevoke = defineCommand({
  name: "token revoke",
  summary: "Make a personal access token of the service worthless at once.",
  input: z.object({ id: z.string().describe("Its id, as `token list` shows it.") }),
  positional: ["id"],
  examples: ["token revoke tok_01hw0000000000000000000000"],

  async run({ id }, app) {
    await app.access.tokens.revoke(id);
    return { id, revoked: true };
  },

  toText: ({ id }) => `${id} is revoked.`,
});
