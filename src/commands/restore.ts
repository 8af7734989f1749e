import { resolve } from "node:path";
import * as z from "zod";
import { defineCommand } from "./define-command.js";

export const restore = defineCommand({
  name: "restore",
  summary: "Bring a backup back. The database as it was is kept beside it.",
  input: z.object({ file: z.string().min(1).describe("A file that `throughline backup` wrote.") }),
  positional: ["file"],
  examples: ["restore monday.db"],

  async run({ file }, app) {
    const path = resolve(app.call.folder, file);
    return { file: path, ...(await app.backups.restore(path)) };
  },

  toText: ({ file, before }) =>
    before ? `Restored ${file}. What was there before is ${before}.` : `Restored ${file}. There was nothing before.`,
});
