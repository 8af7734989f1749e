import * as z from "zod";
import { atTerminal, roles } from "../../domain/access/principal.js";
import { defineCommand } from "../define-command.js";

export const tokenCreate = defineCommand({
  name: "token create",
  summary: "Create a personal access token for the team service and print it once.",
  input: z.object({
    user: z.string().describe("User of the token; recorded as author."),
    tenant: z.string().describe("Tenant whose data the token gives access to."),
    role: z.enum(roles).default("write").describe("Role. Only admin can forget memories."),
    teams: z.array(z.string()).default([]).describe("Teams of the user, for fixes of scope team."),
    label: z.string().max(200).default("").describe("Purpose of the token."),
    days: z.number().int().min(1).max(3650).default(90).describe("Validity in days."),
  }),
  positional: ["user"],
  rawAnswer: "The token is shown once and not stored.",
  examples: ["token create ada --tenant acme --teams core --label laptop"],

  async run({ user, tenant, role, teams, label, days }, app) {
    const { secret, facts } = await app.access.tokens.create(
      { user, tenant, role, teams, label, days },
      atTerminal(app.call.caller),
    );
    return { id: facts.id, tenant, user, role, expires: facts.expiresAt, secret };
  },

  toText: ({ id, tenant, user, role, expires, secret }) =>
    [
      `Created token ${id} for ${user} in ${tenant}, role ${role}, valid until ${expires.slice(0, 10)}. It is shown only once:`,
      "",
      secret,
    ].join("\n"),
});
