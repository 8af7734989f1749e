import { resolve } from "node:path";
import * as z from "zod";
import { repositorySettingsFile } from "../../domain/system/settings-files.js";
import { defineCommand } from "../define-command.js";

export const configTrust = defineCommand({
  name: "config trust",
  summary: "Approve the settings file of this repository, or its .gitleaks.toml, as it is now.",
  input: z.object({ file: z.string().default(repositorySettingsFile).describe("The file to approve.") }),
  positional: ["file"],
  examples: ["config trust", "config trust .gitleaks.toml"],

  async run({ file }, app) {
    const path = resolve(app.call.folder, file);
    await app.settingsFiles.trust(path);
    return { file: path };
  },

  toText: ({ file }) => `${file} is approved until its content changes.`,
});
