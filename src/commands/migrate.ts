import { basename, resolve } from "node:path";
import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import { allReaders } from "../domain/imports/imports.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag } from "./fields.js";

export const migrateCommands: readonly Command[] = [
  defineCommand("migrate", {
    summary: "Copy a database into another and verify the copy. Resumes an interrupted run.",
    input: z.object({
      from: z.string().min(1).describe("Source: sqlite:<path> or postgres://<user>@<host>/<database>."),
      to: z.string().min(1).describe("Target, in the same form. Must be empty without --add."),
      add: flag("Add to a target that has rows. Existing rows are not changed."),
    }),
    examples: ["migrate --from sqlite:throughline.db --to postgres://owner@db.example/throughline"],
    run: (move, app) => app.moveDatabase(app.call, move),

    toText({ tables, isResumed, isWhole }) {
      const rows = tables.filter(({ rows, isEqual }) => rows > 0 || !isEqual);
      return [
        isResumed && "Resumed the previous run.",
        rows.map(
          ({ isEqual, table, rows: count, checksum }) =>
            `${isEqual ? "equal " : "DIFFERS"} ${table}: ${formatCount(count, "row")} ${checksum.slice(0, 16)}`,
        ),
        isWhole
          ? "The copy is complete. Set the setting `database` to the target."
          : "The copy differs from the source. Stop every process that writes to the source, then run this again with an empty target.",
      ];
    },

    isFailure: ({ isWhole }) => !isWhole,
  }),

  defineCommand("migrate-from", {
    summary: "Import the records of another system and report duplicates, unusable records and removed secrets.",
    input: z.object({
      system: z.string().describe(`System to import from: ${allReaders.map(({ system }) => system).join(", ")}.`),
      path: z.string().default("").describe("Its file or folder. Default: its usual location."),
      projectId: z.string().default("").describe("Project for records without one. Default: this folder's name."),
      dryRun: flag("Show the report without importing."),
    }),
    positional: ["system", "path"],
    examples: ["migrate-from claude-mem --dry-run", "migrate-from mcp-memory memory.jsonl --project-id shop"],

    run: ({ system, path, projectId, dryRun }, app) =>
      app.imports.run(app, {
        system,
        dryRun,
        path: path === "" ? "" : resolve(app.call.folder, path),
        project: projectId || basename(app.call.folder),
      }),

    toText: ({ path, memories, projects, duplicates, forgotten, withSecrets, junk, dryRun }) => [
      path,
      `${dryRun ? "Would import" : "Imported"} ${formatCount(memories, "memory", "memories")} and ${formatCount(projects, "project")}.`,
      `Duplicates skipped: ${duplicates}`,
      forgotten > 0 && `Skipped because forgotten here: ${forgotten}`,
      `Imported with secrets removed: ${withSecrets}`,
      `Unusable records: ${junk.length}`,
      junk.slice(0, shownJunk).map(({ where, why }) => `  ${where}: ${why}`),
      junk.length > shownJunk && `  and ${junk.length - shownJunk} more (use --json to see all)`,
    ],
  }),
];

const shownJunk = 10;
