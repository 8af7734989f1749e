import { relative, resolve } from "node:path";
import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { version } from "../../base/version.js";
import { toSarif } from "../../domain/redaction/report/scan-secrets.js";
import { defineCommand } from "../define-command.js";

export const secretsScan = defineCommand({
  name: "secrets scan",
  summary:
    "Scan files, the history of shared files and the database for secrets. Prints the rule and location, never the value.",
  input: z.object({
    path: z.string().default(".").describe("File or folder."),
    history: z.boolean().default(false).describe("Also scan every committed version of the shared files."),
    rows: z.boolean().default(false).describe("Also scan the database."),
    format: z.enum(["text", "sarif"]).default("text").describe("Output format."),
  }),
  positional: ["path"],
  examples: ["secrets scan", "secrets scan src --format sarif", "secrets scan --history --rows"],

  async run({ path, history, rows, format }, app) {
    const report = await app.secrets.scanFiles(resolve(app.call.folder, path));
    const inFiles = report.places.map((place) => ({ ...place, where: relative(app.call.folder, place.where) }));
    const places = [
      ...inFiles,
      ...(history ? await app.secrets.scanHistory(app.call.folder) : []),
      ...(rows ? await app.secrets.scanDatabase() : []),
    ];
    return { ...report, places, format };
  },

  toText({ places, filesRead, filesSkipped, format }, paint) {
    if (format === "sarif") return JSON.stringify(toSarif(places, version), null, 2);
    const lines = places.map(
      (one) =>
        `${one.where}:${one.line}:${one.column} ${paint.red(one.rule)} ${paint.dim(`sha256:${one.fingerprint}`)}`,
    );
    const scanned = `Scanned ${formatCount(filesRead, "file")}, skipped ${filesSkipped} (binary or too large).`;
    const next = "Remove them, or allow one with `throughline secrets allow sha256:…`.";
    return [
      ...lines,
      places.length === 0
        ? `No secrets found. ${scanned}`
        : `${formatCount(places.length, "secret")} found. ${scanned}\n${next}`,
    ].join("\n");
  },

  isFailure: ({ places }) => places.length > 0,
});
