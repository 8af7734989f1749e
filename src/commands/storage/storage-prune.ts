import * as z from "zod";
import { daysBefore } from "../../base/days.js";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const storagePrune = defineCommand({
  name: "storage prune",
  summary: "Delete records and transcripts of runs older than --days.",
  input: z.object({
    days: z.number().int().min(1).max(3650).default(30).describe("Number of days to keep."),
    project: z.string().optional().describe("Only of this project."),
  }),
  examples: ["storage prune --days 90"],

  confirm: async ({ days, project }) =>
    `Deletes runs, transcripts and operations of ${project ?? "every project"} older than ${formatCount(days, "day")}. This cannot be undone.`,

  async run({ days, project }, app) {
    const before = daysBefore(app.runtime.now(), days);
    return app.bridge.storage.clear(app.call, { cache: false, project, before });
  },

  toText: ({ runs, operations }) => `Deleted ${formatCount(runs, "run")} and ${formatCount(operations, "operation")}.`,
});
