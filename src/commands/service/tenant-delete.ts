import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { atTerminal } from "../../domain/access/principal.js";
import { defineCommand } from "../define-command.js";

export const tenantDelete = defineCommand({
  name: "tenant delete",
  summary: "Delete all records of a tenant and revoke its tokens; the audit log stays.",
  input: z.object({ tenant: z.string().min(1).describe("Tenant to delete.") }),
  positional: ["tenant"],
  examples: ["tenant delete acme"],

  confirm: async ({ tenant }) => `Deletes all records of ${tenant} and revokes its tokens. This cannot be undone.`,

  async run({ tenant }, app) {
    return { tenant, deleted: await app.access.tenants.remove(tenant, atTerminal(app.call.caller)) };
  },

  toText: ({ tenant, deleted }) => `Deleted ${formatCount(deleted, "row")} of ${tenant}.`,
});
