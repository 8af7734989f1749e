import { resolve } from "node:path";
import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const storageExport = defineCommand({
  name: "storage export",
  summary: "Write projects, operations and runs to a JSON file.",
  input: z.object({
    file: z.string().min(1).describe("File to write."),
    project: z.string().optional().describe("Only this project."),
    includeCache: z.boolean().default(false).describe("Include cached answers."),
  }),
  positional: ["file"],
  examples: ["storage export bridge.json", "storage export shop.json --project shop --include-cache"],

  async run({ file, project, includeCache }, app) {
    const path = resolve(app.call.folder, file);
    const exported = await app.bridge.storage.export(app.call, { project, includeCache });
    await app.bridge.write(path, `${JSON.stringify(exported, null, 2)}\n`);
    return { file: path };
  },

  toText: ({ file }) => `Wrote ${file}.`,
});
