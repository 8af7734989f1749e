import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const tokenList = defineCommand({
  name: "token list",
  summary: "List the personal access tokens of the team service, without their values.",
  input: z.object({ tenant: z.string().optional().describe("Only of this tenant.") }),
  examples: ["token list --tenant acme"],

  async run({ tenant }, app) {
    return { tokens: await app.access.tokens.list(tenant) };
  },

  toText: ({ tokens }, paint) =>
    tokens
      .map(({ id, tenant, user, role, state, expiresAt, lastUsedAt, label, teams }) => {
        const used = lastUsedAt === "" ? "never used" : `used ${lastUsedAt.slice(0, 10)}`;
        const more = [teams.length > 0 ? `teams ${teams.join(",")}` : "", label].filter(Boolean).join(", ");
        const facts = `${tenant} ${user} ${role}, ${state}, until ${expiresAt.slice(0, 10)}, ${used}`;
        return `${id} ${facts}${more ? paint.dim(` (${more})`) : ""}`;
      })
      .join("\n") || "No tokens. Create one with `throughline token create`.",
});
