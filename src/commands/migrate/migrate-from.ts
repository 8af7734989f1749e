import { basename, resolve } from "node:path";
import * as z from "zod";
import { allReaders } from "../../domain/imports/all-readers.js";
import { defineCommand } from "../define-command.js";

const shownJunk = 10;

export const migrateFrom = defineCommand({
  name: "migrate-from",
  summary: "Bring over what another system keeps, with a report of what was junk, there twice, or secret.",
  input: z.object({
    system: z.string().describe(`The system: ${allReaders.map(({ system }) => system).join(", ")}.`),
    path: z.string().default("").describe("Its file or folder; its usual place unless told."),
    projectId: z.string().default("").describe("Project of what it keeps without one; this folder's name unless told."),
    dryRun: z.boolean().default(false).describe("Report, and bring nothing over."),
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
      `${dryRun ? "would come over" : "came over"}: ${memories} memories, ${projects} projects`,
      `there already or twice: ${duplicates}`,
      ...(forgotten > 0 ? [`forgotten here, and left out: ${forgotten}`] : []),
      `without the secrets in them: ${withSecrets}`,
      `junk: ${junk.length}`,
      ...junk.slice(0, shownJunk).map(({ where, why }) => `  ${where}: ${why}`),
    ];
    return [
      ...lines,
      ...(junk.length > shownJunk ? [`  and ${junk.length - shownJunk} more (--json has all)`] : []),
    ].join("\n");
  },
});
