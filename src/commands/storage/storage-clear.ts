import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const storageClear = defineCommand({
  name: "storage clear",
  summary: "Delete cached answers, or all records of runs and operations. Projects and repositories stay.",
  input: z.object({
    cache: z.boolean().default(false).describe("Only cached answers."),
    project: z.string().optional().describe("Only of this project."),
    all: z.boolean().default(false).describe("Cached answers, runs, transcripts and operations of every project."),
  }),
  examples: ["storage clear --cache", "storage clear --cache --project shop", "storage clear --all"],

  async confirm(input) {
    requireSelection(input);
    const { cache, project, all } = input;
    // Cached answers come back by asking again.
    if (cache) return "";
    const whose = all || project === undefined ? "every project" : project;
    return `Deletes cached answers, runs, transcripts and operations of ${whose}. This cannot be undone.`;
  },

  async run({ cache, project, all }, app) {
    requireSelection({ cache, project, all });
    return app.bridge.storage.clear(app.call, { cache, ...(all ? {} : { project }) });
  },

  toText: ({ answers, runs, operations }) =>
    `Deleted ${formatCount(answers, "cached answer")}, ${formatCount(runs, "run")} and ${formatCount(operations, "operation")}.`,
});

function requireSelection({
  cache,
  project,
  all,
}: {
  cache: boolean;
  project?: string | undefined;
  all: boolean;
}): void {
  if (cache || all || project !== undefined) return;
  throw new AppError("invalid", "Nothing selected to clear.", { hint: "Pass --cache, --project NAME or --all." });
}
