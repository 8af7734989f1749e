import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import { defineCommand } from "./define-command.js";
import { flag } from "./fields.js";

export const reindex = defineCommand({
  name: "reindex",
  summary: "Rebuild the search index. Search keeps working meanwhile; an interrupted run resumes.",
  input: z.object({
    meaning: flag("Compute all embeddings now instead of in the background."),
    restart: flag("Start over instead of resuming an interrupted run."),
  }),
  examples: ["reindex", "reindex --meaning"],

  run: ({ meaning, restart }, app) => app.reindex.run(app.call, { meaning, restart }),

  toText: ({ added, removed, rewritten, embedded, resumedAfter }) => [
    `Reindexed ${formatCount(rewritten, "document")}${resumedAfter > 0 ? ", resuming the previous run" : ""}.`,
    `${added} added, ${removed} removed, ${embedded} embedded.`,
  ],
});
