import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const tenantList = defineCommand({
  name: "tenant list",
  summary: "List the tenants of the team service, with their records and people.",
  input: z.object({}),
  examples: ["tenant list"],

  async run(_, app) {
    return { tenants: await app.access.tenants.list() };
  },

  toText: ({ tenants }) =>
    tenants
      .map(
        ({ tenant, records, people }) =>
          `${tenant} ${formatCount(records, "record")} (${people.join(", ") || "no tokens"})`,
      )
      .join("\n") || "No tenants. Create a token with `throughline token create`.",
});
