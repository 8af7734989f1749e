import * as z from "zod";
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

  async run({ days, project }, app) {
    const before = new Date(app.runtime.now().getTime() - days * 86_400_000).toISOString();
    return app.bridge.storage.clear(app.call, { cache: false, project, before });
  },

  toText: ({ runs, operations }) => `Deleted ${formatCount(runs, "run")} and ${formatCount(operations, "operation")}.`,
});
