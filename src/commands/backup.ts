import { resolve } from "node:path";
import * as z from "zod";
import { defineCommand } from "./define-command.js";

export const backup = defineCommand({
  name: "backup",
  summary: "Write a consistent copy of the database. Other processes can keep running.",
  input: z.object({ file: z.string().min(1).describe("File to write; must not exist.") }),
  positional: ["file"],
  examples: ["backup monday.db"],

  async run({ file }, app) {
    const path = resolve(app.call.folder, file);
    await app.backups.backup(path);
    return { file: path };
  },

  toText: ({ file }) => `Wrote backup ${file}. Restore it with \`throughline restore ${file}\`.`,
});
