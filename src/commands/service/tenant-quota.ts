import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import { atTerminal } from "../../domain/access/principal.js";
import { defineCommand } from "../define-command.js";

export const tenantQuota = defineCommand({
  name: "tenant quota",
  summary: "Show or set how many memories, fixes and checkpoints a tenant may have.",
  input: z.object({
    tenant: z.string().min(1).describe("Tenant of the quota."),
    records: z.number().int().min(0).optional().describe("New quota; 0 means no limit. Default: show it."),
    reset: z.boolean().default(false).describe("Return to the setting service.recordsPerTenant."),
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
});
