import { resolve } from "node:path";
import * as z from "zod";
import { defineCommand } from "./define-command.js";

export const restore = defineCommand({
  name: "restore",
  summary: "Restore a backup. The current database is renamed, not deleted.",
  input: z.object({ file: z.string().min(1).describe("File written by `throughline backup`.") }),
  positional: ["file"],
  examples: ["restore monday.db"],

  async run({ file }, app) {
    const path = resolve(app.call.folder, file);
    return { file: path, ...(await app.backups.restore(path)) };
  },

  toText: ({ file, before }) =>
    before
      ? `Restored ${file}. The previous database is ${before}.`
      : `Restored ${file}. There was no previous database.`,
});
