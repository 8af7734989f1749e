import { relative, resolve } from "node:path";
import * as z from "zod";
import { version } from "../../base/version.js";
import { toSarif } from "../../domain/redaction/report/sarif.js";
import { defineCommand } from "../define-command.js";

export const secretsScan = defineCommand({
  name: "secrets scan",
  summary:
    "Look for secrets in files, in the history of the shared ones, and in the database. Names the rule and the place, never the value.",
  input: z.object({
    path: z.string().default(".").describe("A file or a folder."),
    history: z.boolean().default(false).describe("Look through every committed version of the shared files as well."),
    rows: z.boolean().default(false).describe("Look through the database as well."),
    format: z.enum(["text", "sarif"]).default("text").describe("How to print what was found."),
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
    const looked = `${filesRead} files read, ${filesSkipped} passed over (no text, or too large).`;
    const next = "Take them out, or allow one with `throughline secrets allow sha256:…`.";
    return [
      ...lines,
      places.length === 0 ? `No secret found. ${looked}` : `${places.length} found. ${looked}\n${next}`,
    ].join("\n");
  },

  isFailure: ({ places }) => places.length > 0,
});
