import * as z from "zod";
import { atTerminal, roles } from "../../domain/access/principal.js";
import { type Command, defineCommand } from "../define-command.js";
import { optionalText } from "../fields.js";

export const tokenCommands: readonly Command[] = [
  defineCommand("token create", {
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

    async run(token, app) {
      const { secret, facts } = await app.access.tokens.create(token, atTerminal(app.call.caller));
      const { tenant, user, role } = token;
      return { id: facts.id, tenant, user, role, expires: facts.expiresAt, secret };
    },

    toText: ({ id, tenant, user, role, expires, secret }) => [
      `Created token ${id} for ${user} in ${tenant}, role ${role}, valid until ${expires.slice(0, 10)}. It is shown only once:`,
      "",
      secret,
    ],
  }),

  defineCommand("token list", {
    summary: "List the personal access tokens of the team service, without their values.",
    input: z.object({ tenant: optionalText("Only of this tenant.") }),
    examples: ["token list --tenant acme"],

    run: async ({ tenant }, app) => ({ tokens: await app.access.tokens.list(tenant) }),

    toText: ({ tokens }, paint) =>
      tokens.map(({ id, tenant, user, role, state, expiresAt, lastUsedAt, label, teams }) => {
        const used = lastUsedAt === "" ? "never used" : `used ${lastUsedAt.slice(0, 10)}`;
        const more = [teams.length > 0 && `teams ${teams.join(",")}`, label].filter(Boolean).join(", ");
        const facts = `${tenant} ${user} ${role}, ${state}, until ${expiresAt.slice(0, 10)}, ${used}`;
        return `${id} ${facts}${more && paint.dim(` (${more})`)}`;
      }),
    whenEmpty: "No tokens. Create one with `throughline token create`.",
  }),

  defineCommand("token revoke", {
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
  }),

  defineCommand("token rotate", {
    summary: "Replace a personal access token, with the same rights or another role, and print it once.",
    input: z.object({
      id: z.string().describe("Token id, as listed by `token list`."),
      role: z.enum(roles).optional().describe("New role. Default: the same."),
      days: z.number().int().min(1).max(3650).default(90).describe("Validity in days."),
    }),
    positional: ["id"],
    rawAnswer: "The token is shown once and not stored.",
    examples: [
      "token rotate tok_01hw0000000000000000000000",
      "token rotate tok_01hw0000000000000000000000 --role read",
    ],

    async run({ id, ...change }, app) {
      const { secret, facts } = await app.access.tokens.rotate(id, change, atTerminal(app.call.caller));
      return { id: facts.id, replaced: id, expires: facts.expiresAt, secret };
    },

    toText: ({ id, replaced, expires, secret }) => [
      `Replaced ${replaced} by ${id}, valid until ${expires.slice(0, 10)}. It is shown only once:`,
      "",
      secret,
    ],
  }),
];
