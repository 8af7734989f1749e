import * as z from "zod";
import { defineCommand } from "./define-command.js";

export const reindex = defineCommand({
  name: "reindex",
  summary: "Write the search index anew. Searching goes on meanwhile; an interrupted run goes on where it was.",
  input: z.object({
    meaning: z.boolean().default(false).describe("Also read every document for meaning now, not in the background."),
    restart: z.boolean().default(false).describe("Begin anew instead of going on with an interrupted run."),
  }),
  examples: ["reindex", "reindex --meaning"],

  run: ({ meaning, restart }, app) => app.reindex.run(app.call, { meaning, restart }),

  toText: ({ added, removed, rewritten, embedded, resumedAfter }) =>
    [
      `Wrote the words of ${rewritten} documents anew${resumedAfter > 0 ? ", going on where the last run ended" : ""}.`,
      `${added} were added, ${removed} removed, ${embedded} read for meaning.`,
    ].join("\n"),
});
