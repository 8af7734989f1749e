import * as z from "zod";
import { atTerminal } from "../../domain/access/principal.js";
import { defineCommand } from "../define-command.js";

export const tokenRevoke = defineCommand({
  name: "token revoke",
  summary: "Revoke a personal access token.",
  input: z.object({ id: z.string().describe("Token id, as listed by `token list`.") }),
  positional: ["id"],
  examples: ["token revoke tok_01hw0000000000000000000000"],

  confirm: async ({ id }) => `Revokes token ${id}. This cannot be undone; create a new one instead.`,

  async run({ id }, app) {
    await app.access.tokens.revoke(id, atTerminal(app.call.caller));
    return { id, revoked: true };
  },

  toText: ({ id }) => `Revoked ${id}.`,
});
