import * as z from "zod";
import { roles } from "../../domain/access/principal.js";
import { defineCommand } from "../define-command.js";

export const tokenCreate = defineCommand({
  name: "token create",
  summary: "Make a personal access token for the service and show it, once.",
  input: z.object({
    user: z.string().describe("Who will use it; recorded as author."),
    tenant: z.string().describe("Whose rows it gives access to."),
    role: z.enum(roles).default("write").describe("read, write, or admin, who may also forget."),
    teams: z.array(z.string()).default([]).describe("Teams of the person, for fixes of scope team."),
    label: z.string().max(200).default("").describe("What it is for."),
    days: z.number().int().min(1).max(3650).default(90).describe("How long it is valid."),
  }),
  positional: ["user"],
  rawAnswer: "The token is shown once and kept nowhere.",
  examples: ["token create ada --tenant acme --teams core --label laptop"],

  async run({ user, tenant, role, teams, label, days }, app) {
    const { secret, facts } = await app.access.tokens.create({ user, tenant, role, teams, label, days });
    return { id: facts.id, tenant, user, role, expires: facts.expiresAt, secret };
  },

  toText: ({ id, tenant, user, role, expires, secret }) =>
    [
      `Token ${id} of ${user} in ${tenant}, role ${role}, valid until ${expires.slice(0, 10)}. It is shown this once:`,
      "",
      secret,
    ].join("\n"),
});
