import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { eraseCleaned } from "../../domain/redaction/report/clean-stored.js";
import { defineCommand } from "../define-command.js";

export const secretsClean = defineCommand({
  name: "secrets clean",
  summary:
    "Redact what was stored before a rule existed: rows, archived chunks, receipts, spool and logs. Deletes the automatic backups, which hold the same values.",
  input: z.object({
    dry_run: z.boolean().default(false).describe("Show what would be redacted, without writing."),
  }),
  examples: ["secrets clean --dry-run", "secrets clean"],

  async run({ dry_run }, app) {
    const report = await app.secrets.clean({ dryRun: dry_run });
    if (report.columns.length > 0 && !dry_run) await eraseCleaned(app, app.call);
    return { ...report, dry_run };
  },

  toText({ columns, files, busyFiles, backups, failedRows, dry_run }) {
    const values = columns.reduce((sum, one) => sum + one.values, 0);
    const done = dry_run ? "Would redact" : "Redacted";
    return [
      ...columns.map((one) => `${one.column}: ${formatCount(one.values, "value")}`),
      ...files,
      `${done} ${formatCount(values, "value")} and ${formatCount(files.length, "file")}.`,
      ...(failedRows > 0 ? [`Could not clean ${formatCount(failedRows, "row")}.`] : []),
      ...busyFiles.map((path) => `${path} is in use. Run the command again in a minute.`),
      ...backups.map((path) => `${path} is a copy from before. Delete it if you no longer need it.`),
    ].join("\n");
  },

  isFailure: ({ failedRows }) => failedRows > 0,
});
