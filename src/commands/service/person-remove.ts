import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { atTerminal } from "../../domain/access/principal.js";
import { defineCommand } from "../define-command.js";

export const personRemove = defineCommand({
  name: "person remove",
  summary: "Revoke all tokens of a person at once.",
  input: z.object({
    user: z.string().min(1).describe("The person, as in `token list`."),
    tenant: z.string().min(1).describe("Tenant of the person."),
  }),
  positional: ["user"],
  examples: ["person remove bob --tenant acme"],

  confirm: async ({ user, tenant }) => `Revokes all tokens of ${user} in ${tenant}. This cannot be undone.`,

  async run({ user, tenant }, app) {
    return { user, tenant, revoked: await app.access.tokens.revokeAll(tenant, user, atTerminal(app.call.caller)) };
  },

  toText: ({ user, revoked }) => `Revoked ${formatCount(revoked.length, "token")} of ${user}.`,
});
