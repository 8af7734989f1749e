import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../base/errors.js";
import type { CommandCall } from "../domain/command-app.js";
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

export const restore = defineCommand({
  name: "restore",
  summary: "Restore a backup, by default the latest automatic one. The current database is renamed, not deleted.",
  input: z.object({
    file: z
      .string()
      .min(1)
      .optional()
      .describe("File written by `throughline backup`. Default: the latest automatic backup."),
  }),
  positional: ["file"],
  examples: ["restore", "restore monday.db", "restore monday.db --yes"],

  async confirm({ file }, app) {
    const path = file === undefined ? await latestBackup(app) : resolve(app.call.folder, file);
    return (await app.backups.wouldHide(path))
      ? `Replaces the database by ${path}. What was recorded since is no longer found; the file with it is kept.`
      : "";
  },

  async run({ file }, app) {
    const path = file === undefined ? await latestBackup(app) : resolve(app.call.folder, file);
    return { file: path, ...(await app.backups.restore(path)) };
  },

  toText: ({ file, before }) =>
    before
      ? `Restored ${file}. The previous database is ${before}.`
      : `Restored ${file}. There was no previous database.`,
});

async function latestBackup({ automaticBackups }: CommandCall): Promise<string> {
  const [latest] = await automaticBackups.list();
  if (latest) return latest.file;
  throw new AppError("missing", "There is no automatic backup.", {
    hint: "Name a file written by `throughline backup`.",
  });
}
