import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const tenantExport = defineCommand({
  name: "tenant export",
  summary: "Print all rows of a tenant or of one of its people as JSON lines.",
  input: z.object({
    tenant: z.string().min(1).describe("Tenant to export."),
    person: z.string().optional().describe("Only rows that name this person."),
  }),
  positional: ["tenant"],
  examples: ["tenant export acme", "tenant export acme --person ada"],
  verbatim: "It is data for a file.",

  async run({ tenant, person }, app) {
    return { rows: await app.access.tenants.export(tenant, person) };
  },

  toText: ({ rows }) => rows.map((one) => JSON.stringify(one)).join("\n"),
});
