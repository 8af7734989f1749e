import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineCommand } from "../define-command.js";

export const audit = defineCommand({
  name: "audit",
  summary: "List writes to the team service and refused requests, newest first.",
  input: z.object({
    tenant: z.string().optional().describe("Only of this tenant."),
    user: z.string().optional().describe("Only by this user."),
    tool: z.string().optional().describe("Only of this tool."),
    result: z.string().optional().describe("Only this result: ok, or an error code such as UNAUTHORIZED."),
    from: z.string().optional().describe("Only from this time on, such as 2026-11-01."),
    to: z.string().optional().describe("Only before this time."),
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
    entries
      .map(({ at, tenant, user, tool, target, result, request }) => {
        const who = `${tenant} ${user}`;
        const shown = result === "ok" ? paint.green(result) : paint.red(result);
        return `${at} ${who} ${tool} ${target} ${shown} ${paint.dim(request)}`.replace(/ +/g, " ");
      })
      .join("\n") || "No audit entries match.",
});

function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  throw new AppError("invalid", `Invalid time: ${text}.`, { hint: "Use 2026-11-01 or 2026-11-01T09:00:00Z." });
}
