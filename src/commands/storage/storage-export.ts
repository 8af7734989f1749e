import { resolve } from "node:path";
import * as z from "zod";
import { inTenant } from "../../engine/tenant-scope.js";
import { defineCommand } from "../define-command.js";

export const storageExport = defineCommand({
  name: "storage export",
  summary: "Write projects, operations and runs to a JSON file, or all records of a person.",
  input: z.object({
    file: z.string().min(1).describe("File to write."),
    project: z.string().optional().describe("Only this project."),
    person: z
      .string()
      .optional()
      .describe(
        "Only what this author recorded, and memories of others that name them: all that `purge --person` deletes or changes.",
      ),
    tenant: z.string().optional().describe("Tenant of a team service, with --person. Default: this machine."),
    includeCache: z.boolean().default(false).describe("Include cached answers."),
  }),
  positional: ["file"],
  examples: [
    "storage export bridge.json",
    "storage export shop.json --project shop --include-cache",
    "storage export ada.json --person ada",
  ],

  async run({ file, project, includeCache, person, tenant }, app) {
    const path = resolve(app.call.folder, file);
    const call = { ...app.call, tenant: tenant ?? app.call.tenant };
    const exported =
      person === undefined
        ? await app.bridge.storage.export(app.call, { project, includeCache })
        : await inTenant(call.tenant, () => app.purge.export(call, { person, project }));
    await app.bridge.write(path, `${JSON.stringify(exported, null, 2)}\n`);
    return { file: path };
  },

  toText: ({ file }) => `Wrote ${file}.`,
});
