import { resolve } from "node:path";
import * as z from "zod";
import { repositorySettingsFile } from "../../domain/system/settings-files.js";
import { defineCommand } from "../define-command.js";

export const configTrust = defineCommand({
  name: "config trust",
  summary: "Approve this repository's settings file, or its .gitleaks.toml, with its current content.",
  input: z.object({ file: z.string().default(repositorySettingsFile).describe("File to approve.") }),
  positional: ["file"],
  examples: ["config trust", "config trust .gitleaks.toml"],

  async run({ file }, app) {
    const path = resolve(app.call.folder, file);
    await app.settingsFiles.trust(path);
    return { file: path };
  },

  toText: ({ file }) => `Approved ${file} until its content changes.`,
});
