import * as z from "zod";
import { AppError } from "../base/errors.js";
import { formatCount } from "../base/text/plural.js";
import { atTerminal, roles } from "../domain/access/principal.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag, optionalText } from "./fields.js";

/** The team service's tokens, people and tenants, for whoever runs it. */
export const serviceCommands: readonly Command[] = [
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

  defineCommand("person remove", {
    summary: "Revoke all tokens of a person at once.",
    input: z.object({
      user: z.string().min(1).describe("The person, as in `token list`."),
      tenant: z.string().min(1).describe("Tenant of the person."),
    }),
    positional: ["user"],
    examples: ["person remove bob --tenant acme"],
    confirm: async ({ user, tenant }) => `Revokes all tokens of ${user} in ${tenant}. This cannot be undone.`,

    run: async ({ user, tenant }, app) => ({
      user,
      tenant,
      revoked: await app.access.tokens.revokeAll(tenant, user, atTerminal(app.call.caller)),
    }),

    toText: ({ user, revoked }) => `Revoked ${formatCount(revoked.length, "token")} of ${user}.`,
  }),

  defineCommand("tenant list", {
    summary: "List the tenants of the team service, with their records and people.",
    run: async (_, app) => ({ tenants: await app.access.tenants.list() }),

    toText: ({ tenants }) =>
      tenants.map(
        ({ tenant, records, people }) =>
          `${tenant} ${formatCount(records, "record")} (${people.join(", ") || "no tokens"})`,
      ),
    whenEmpty: "No tenants. Create a token with `throughline token create`.",
  }),

  defineCommand("tenant export", {
    summary: "Print all rows of a tenant or of one of its people as JSON lines.",
    input: z.object({
      tenant: z.string().min(1).describe("Tenant to export."),
      person: optionalText("Only rows that name this person."),
    }),
    positional: ["tenant"],
    examples: ["tenant export acme", "tenant export acme --person ada"],
    verbatim: "It is data for a file.",
    run: async ({ tenant, person }, app) => ({ rows: await app.access.tenants.export(tenant, person) }),
    toText: ({ rows }) => rows.map((one) => JSON.stringify(one)),
  }),

  defineCommand("tenant quota", {
    summary: "Show or set how many memories, fixes and checkpoints a tenant may have.",
    input: z.object({
      tenant: z.string().min(1).describe("Tenant of the quota."),
      records: z.number().int().min(0).optional().describe("New quota; 0 means no limit. Default: show it."),
      reset: flag("Return to the setting service.recordsPerTenant."),
    }),
    positional: ["tenant", "records"],
    examples: ["tenant quota acme", "tenant quota acme 50000", "tenant quota acme --reset"],

    async run({ tenant, records, reset }, app) {
      if (reset && records !== undefined)
        throw new AppError("invalid", "Pass a number or --reset, not both.", {
          hint: "See `throughline tenant quota --help`.",
        });
      const { quotas } = app.access;
      if (reset || records !== undefined) await quotas.set(tenant, records, atTerminal(app.call.caller));
      return { tenant, quota: (await quotas.of(tenant, app.settings.values["service.recordsPerTenant"])) || null };
    },

    toText: ({ tenant, quota }) =>
      quota === null ? `${tenant} has no quota.` : `${tenant} may have ${formatCount(quota, "record")}.`,
  }),

  defineCommand("tenant delete", {
    summary: "Delete all records of a tenant and revoke its tokens; the audit log stays.",
    input: z.object({ tenant: z.string().min(1).describe("Tenant to delete.") }),
    positional: ["tenant"],
    examples: ["tenant delete acme"],

    confirm: async ({ tenant }) =>
      `Deletes all records of ${tenant}, with all automatic backups, and revokes its tokens. This cannot be undone.`,

    async run({ tenant }, app) {
      return { tenant, deleted: await app.access.tenants.remove(tenant, atTerminal(app.call.caller)) };
    },

    toText: ({ tenant, deleted }) => `Deleted ${formatCount(deleted, "row")} of ${tenant}.`,
  }),

  defineCommand("audit", {
    summary: "List writes to the team service and refused requests, newest first.",
    input: z.object({
      tenant: optionalText("Only of this tenant."),
      user: optionalText("Only by this user."),
      tool: optionalText("Only of this tool."),
      result: optionalText("Only this result: ok, or an error code such as UNAUTHORIZED."),
      from: optionalText("Only from this time on, such as 2026-11-01."),
      to: optionalText("Only before this time."),
      limit: z.number().int().min(1).max(100_000).default(50).describe("Maximum number of entries."),
    }),
    rawAnswer: "The id of a token looks like a secret and is not one; all else is redacted.",
    examples: ["audit --tenant acme --result UNAUTHORIZED", "audit --from 2026-11-01 --limit 1000 --json"],

    async run({ tenant, from, to, limit, ...filter }, app) {
      const span = { from: timeOf(from), to: timeOf(to) };
      const entries = await app.access.audit.list(tenant, { ...filter, ...span }, limit);
      return { entries: entries.map((entry) => ({ ...app.redaction.value(entry), credential: entry.credential })) };
    },

    toText: ({ entries }, paint) =>
      entries.map(({ at, tenant, user, tool, target, result, request }) => {
        const shown = result === "ok" ? paint.green(result) : paint.red(result);
        return `${at} ${tenant} ${user} ${tool} ${target} ${shown} ${paint.dim(request)}`.replace(/ +/g, " ");
      }),
    whenEmpty: "No audit entries match.",
  }),
];

function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  throw new AppError("invalid", `Invalid time: ${text}.`, { hint: "Use 2026-11-01 or 2026-11-01T09:00:00Z." });
}
