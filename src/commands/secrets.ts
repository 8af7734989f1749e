import { relative, resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../base/errors.js";
import { formatCount } from "../base/text/plural.js";
import { version } from "../base/version.js";
import { type CleaningState, eraseCleaned } from "../domain/redaction/report/clean-stored.js";
import { toSarif } from "../domain/redaction/report/scan-secrets.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag } from "./fields.js";

type Cleaned = Pick<CleaningState, "columns" | "files" | "failedRows">;

const columnLines = ({ columns }: Cleaned) =>
  columns.map(({ column, values }) => `${column}: ${formatCount(values, "value")}`);

function cleanedCounts({ columns, files }: Cleaned): string {
  const count = columns.reduce((sum, { values }) => sum + values, 0);
  return `${formatCount(count, "value")} and ${formatCount(files.length, "file")}`;
}

const failedText = ({ failedRows }: Cleaned) => failedRows > 0 && `Could not clean ${formatCount(failedRows, "row")}.`;

export const secretCommands: readonly Command[] = [
  defineCommand("secrets clean", {
    summary:
      "Redact what was stored before a rule existed: rows, archived chunks, receipts, spool and logs. Deletes the automatic backups, which hold the same values.",
    input: z.object({ dry_run: flag("Show what would be redacted, without writing.") }),
    examples: ["secrets clean --dry-run", "secrets clean"],

    async run({ dry_run }, app) {
      const report = await app.secrets.clean({ dryRun: dry_run });
      if (report.columns.length > 0 && !dry_run) await eraseCleaned(app, app.call);
      return { ...report, dry_run };
    },

    toText: ({ dry_run, ...report }) => [
      columnLines(report),
      report.files,
      `${dry_run ? "Would redact" : "Redacted"} ${cleanedCounts(report)}.`,
      failedText(report),
      report.busyFiles.map((path) => `${path} is in use. Run the command again in a minute.`),
      report.backups.map((path) => `${path} is a copy from before. Delete it if you no longer need it.`),
    ],

    isFailure: ({ failedRows }) => failedRows > 0,
  }),

  defineCommand("secrets scan", {
    summary:
      "Scan files, the history of shared files and the database for secrets. Prints the rule and location, never the value.",
    input: z.object({
      path: z.string().default(".").describe("File or folder."),
      history: flag("Also scan every committed version of the shared files."),
      rows: flag("Also scan the database."),
      format: z.enum(["text", "sarif"]).default("text").describe("Output format."),
    }),
    positional: ["path"],
    examples: ["secrets scan", "secrets scan src --format sarif", "secrets scan --history --rows"],

    async run({ path, history, rows, format }, app) {
      const report = await app.secrets.scanFiles(resolve(app.call.folder, path));
      const places = [
        ...report.places.map((place) => ({ ...place, where: relative(app.call.folder, place.where) })),
        ...(history ? await app.secrets.scanHistory(app.call.folder) : []),
        ...(rows ? await app.secrets.scanDatabase() : []),
      ];
      return { ...report, places, format };
    },

    toText({ places, filesRead, filesSkipped, format }, paint) {
      if (format === "sarif") return JSON.stringify(toSarif(places, version), null, 2);
      const found = places.length === 0 ? "No secrets" : formatCount(places.length, "secret");
      return [
        places.map(
          (one) =>
            `${one.where}:${one.line}:${one.column} ${paint.red(one.rule)} ${paint.dim(`sha256:${one.fingerprint}`)}`,
        ),
        `${found} found. Scanned ${formatCount(filesRead, "file")}, skipped ${filesSkipped} (binary or too large).`,
        places.length > 0 && "Remove them, or allow one with `throughline secrets allow sha256:…`.",
      ];
    },

    isFailure: ({ places }) => places.length > 0,
  }),

  defineCommand("secrets status", {
    summary: "Show whether the current rules were applied to everything that is stored, and what they redacted.",
    run: (_, app) => app.secrets.cleaningStatus(),

    toText({ isCurrent, last }) {
      const next = "A running server applies them in the background. Run `throughline secrets clean` to do it now.";
      if (last === undefined) return `The rules were not yet applied to what is stored. ${next}`;
      return [
        isCurrent
          ? `The current rules were applied to everything that is stored (${last.finishedAt}).`
          : `The rules have changed. ${next}`,
        `Redacted ${cleanedCounts(last)}.`,
        columnLines(last),
        last.files,
        failedText(last),
        last.busyFiles.map((path) => `${path} was in use; the next server cleans it.`),
      ];
    },
  }),

  defineCommand("secrets test", {
    summary: "Show how a text would be redacted, and by which rules.",
    input: z.object({ text: z.string().describe("Text to check; - reads standard input.") }),
    positional: ["text"],
    examples: ["secrets test 'token = abc'"],
    run: async ({ text }, app) => app.secrets.test(text),

    toText: ({ text, rules }, paint) =>
      rules.length === 0 ? "No secrets found in the text." : `${text}\n${paint.dim(`Found by: ${rules.join(", ")}.`)}`,
  }),

  defineCommand("secrets allow", {
    summary: "Allow a value or rule that is wrongly detected as a secret.",
    input: z.object({ what: z.string().describe("rule:<id> or sha256:<hex>, as printed by `secrets scan`.") }),
    positional: ["what"],
    examples: ["secrets allow rule:generic-api-key"],

    async run({ what }, app) {
      if (!/^(rule:[\w-]+|sha256:[0-9a-f]{64})$/.test(what)) {
        throw new AppError("invalid", "Only rule:<id> or sha256:<64 hex digits> can be allowed.", {
          hint: "Run `throughline secrets scan` to see both for every finding.",
        });
      }
      const allowed = [...new Set([...app.settings.values["redaction.allow"], what])];
      await app.settingsFiles.set("redaction.allow", allowed.join(","));
      return { allowed };
    },

    toText: ({ allowed }) => `Allowed: ${allowed.join(", ")}.`,
  }),
];
