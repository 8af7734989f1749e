import { basename, resolve } from "node:path";
import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { allReaders } from "../../domain/imports/all-readers.js";
import { defineCommand } from "../define-command.js";

const shownJunk = 10;

export const migrateFrom = defineCommand({
  name: "migrate-from",
  summary: "Import the records of another system and report duplicates, unusable records and removed secrets.",
  input: z.object({
    system: z.string().describe(`System to import from: ${allReaders.map(({ system }) => system).join(", ")}.`),
    path: z.string().default("").describe("Its file or folder. Default: its usual location."),
    projectId: z.string().default("").describe("Project for records without one. Default: this folder's name."),
    dryRun: z.boolean().default(false).describe("Show the report without importing."),
  }),
  positional: ["system", "path"],
  examples: ["migrate-from claude-mem --dry-run", "migrate-from mcp-memory memory.jsonl --project-id shop"],

  run: ({ system, path, projectId, dryRun }, app) =>
    app.imports.run(app, {
      ...{ system, dryRun },
      path: path === "" ? "" : resolve(app.call.folder, path),
      project: projectId || basename(app.call.folder),
    }),

  toText({ path, memories, projects, duplicates, forgotten, withSecrets, junk, dryRun }) {
    const lines = [
      `${path}`,
      `${dryRun ? "Would import" : "Imported"} ${formatCount(memories, "memory", "memories")} and ${formatCount(projects, "project")}.`,
      `Duplicates skipped: ${duplicates}`,
      ...(forgotten > 0 ? [`Skipped because forgotten here: ${forgotten}`] : []),
      `Imported with secrets removed: ${withSecrets}`,
      `Unusable records: ${junk.length}`,
      ...junk.slice(0, shownJunk).map(({ where, why }) => `  ${where}: ${why}`),
    ];
    return [
      ...lines,
      ...(junk.length > shownJunk ? [`  and ${junk.length - shownJunk} more (use --json to see all)`] : []),
    ].join("\n");
  },
});
