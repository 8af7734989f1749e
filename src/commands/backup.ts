import { resolve } from "node:path";
import * as z from "zod";
import { defineCommand } from "./define-command.js";

export const backup = defineCommand({
  name: "backup",
  summary: "Write a consistent copy of the database while everything goes on running.",
  input: z.object({ file: z.string().min(1).describe("A file that does not exist yet.") }),
  positional: ["file"],
  examples: ["backup monday.db"],

  async run({ file }, app) {
    const path = resolve(app.call.folder, file);
    await app.backups.backup(path);
    return { file: path };
  },

  toText: ({ file }) => `Copied to ${file}. Bring it back with \`throughline restore ${file}\`.`,
});
