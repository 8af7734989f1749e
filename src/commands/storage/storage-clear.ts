import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineCommand } from "../define-command.js";

export const storageClear = defineCommand({
  name: "storage clear",
  summary: "Remove kept answers, or all records of what was done. Projects and repositories stay.",
  input: z.object({
    cache: z.boolean().default(false).describe("Only kept answers."),
    project: z.string().optional().describe("Only of this project."),
    all: z.boolean().default(false).describe("Kept answers, runs, transcripts and operations of every project."),
  }),
  examples: ["storage clear --cache", "storage clear --cache --project shop", "storage clear --all"],

  async run({ cache, project, all }, app) {
    if (!cache && !all && project === undefined) {
      throw new AppError("invalid", "Say what to clear.", { hint: "--cache, --project NAME or --all." });
    }
    return app.bridge.storage.clear(app.call, { cache, ...(all ? {} : { project }) });
  },

  toText: ({ answers, runs, operations }) =>
    `Removed ${answers} kept answers, ${runs} runs and ${operations} operations.`,
});
