import { resolve } from "node:path";
import * as z from "zod";
import { daysBefore } from "../base/days.js";
import { AppError } from "../base/errors.js";
import { formatCount } from "../base/text/plural.js";
import { inTenant } from "../engine/tenant-scope.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag, optionalText } from "./fields.js";

export const storageCommands: readonly Command[] = [
  defineCommand("storage info", {
    summary: "Show the database location and size.",
    run: (_, app) => app.bridge.storage.info(),
    toText: ({ adapter, path, sizeHuman }) => `${adapter} ${path} (${sizeHuman})`,
  }),

  defineCommand("storage stats", {
    summary: "Show statistics of sub-agents and commands: queries, runs, tokens, cost, cached answers.",
    input: z.object({ project: optionalText("Only this project.") }),
    examples: ["storage stats", "storage stats --project shop"],
    run: ({ project }, app) => app.bridge.storage.stats(app.call, project),

    toText({ overall, projects }, paint) {
      const cost = (dollars: number) => `$${dollars.toFixed(4)}`;
      return [
        `${formatCount(overall.queries, "query", "queries")} (${overall.cacheHits} from the cache), ${formatCount(overall.runs, "run")} (${overall.failedRuns} failed)`,
        `${formatCount(overall.tokens, "token")}, ${cost(overall.cost)}, ${overall.averageRunMs} ms per run`,
        `${formatCount(overall.cacheEntries, "cached answer")}, database ${overall.databaseSizeHuman}`,
        projects.map(
          (one) =>
            `  ${paint.bold(one.name)}: ${formatCount(one.queries, "query", "queries")}, ${formatCount(one.cacheEntries, "cached answer")} (${one.cacheSizeHuman}), ${formatCount(one.tokens, "token")}, ${cost(one.cost)}`,
        ),
      ];
    },
  }),

  defineCommand("storage export", {
    summary: "Write projects, operations and runs to a JSON file, or all records of a person.",
    input: z.object({
      file: z.string().min(1).describe("File to write."),
      project: optionalText("Only this project."),
      person: optionalText(
        "Only what this author recorded, and memories of others that name them: all that `purge --person` deletes or changes.",
      ),
      tenant: optionalText("Tenant of a team service, with --person. Default: this machine."),
      includeCache: flag("Include cached answers."),
    }),
    positional: ["file"],
    examples: [
      "storage export bridge.json",
      "storage export shop.json --project shop --include-cache",
      "storage export ada.json --person ada",
    ],

    async run({ file, project, includeCache, person, tenant }, app) {
      const path = resolve(app.call.folder, file);
      const call = { ...app.call, tenant: tenant ?? app.call.tenant };
      const exported =
        person === undefined
          ? await app.bridge.storage.export(app.call, { project, includeCache })
          : await inTenant(call.tenant, () => app.purge.export(call, { person, project }));
      await app.bridge.write(path, `${JSON.stringify(exported, null, 2)}\n`);
      return { file: path };
    },

    toText: ({ file }) => `Wrote ${file}.`,
  }),

  defineCommand("storage clear", {
    summary: "Delete cached answers, or all records of runs and operations. Projects and repositories stay.",
    input: z.object({
      cache: flag("Only cached answers."),
      project: optionalText("Only of this project."),
      all: flag("Cached answers, runs, transcripts and operations of every project."),
    }),
    examples: ["storage clear --cache", "storage clear --cache --project shop", "storage clear --all"],

    async confirm({ cache, project, all }) {
      if (!cache && !all && project === undefined)
        throw new AppError("invalid", "Nothing selected to clear.", { hint: "Pass --cache, --project NAME or --all." });
      // Cached answers come back by asking again.
      if (cache) return "";
      const whose = all ? "every project" : project;
      return `Deletes cached answers, runs, transcripts and operations of ${whose}. This cannot be undone.`;
    },

    run: ({ cache, project, all }, app) =>
      app.bridge.storage.clear(app.call, { cache, project: all ? undefined : project }),

    toText: ({ answers, runs, operations }) =>
      `Deleted ${formatCount(answers, "cached answer")}, ${formatCount(runs, "run")} and ${formatCount(operations, "operation")}.`,
  }),

  defineCommand("storage prune", {
    summary: "Delete records and transcripts of runs older than --days.",
    input: z.object({
      days: z.number().int().min(1).max(3650).default(30).describe("Number of days to keep."),
      project: optionalText("Only of this project."),
    }),
    examples: ["storage prune --days 90"],

    confirm: async ({ days, project }) =>
      `Deletes runs, transcripts and operations of ${project ?? "every project"} older than ${formatCount(days, "day")}. This cannot be undone.`,

    async run({ days, project }, app) {
      const before = daysBefore(app.runtime.now(), days);
      return app.bridge.storage.clear(app.call, { cache: false, project, before });
    },

    toText: ({ runs, operations }) =>
      `Deleted ${formatCount(runs, "run")} and ${formatCount(operations, "operation")}.`,
  }),
];
