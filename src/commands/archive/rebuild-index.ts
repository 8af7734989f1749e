import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const rebuildIndex = defineCommand({
  name: "rebuild-index",
  summary: "Draw everything anew from the sessions that are kept: exchanges, patterns, search index.",
  input: z.object({}),
  examples: ["rebuild-index"],

  async run(_, app) {
    await app.ingest.catchUp();
    return app.redrawArchive(app.call);
  },

  toText: ({ sessions, exchanges }) => `Indexed ${exchanges} exchanges of ${sessions} sessions.`,
});
