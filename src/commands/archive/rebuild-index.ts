import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const rebuildIndex = defineCommand({
  name: "rebuild-index",
  summary: "Rebuild exchanges, patterns and the search index from the archived sessions.",
  input: z.object({}),
  examples: ["rebuild-index"],

  async run(_, app) {
    await app.ingest.catchUp();
    return app.rebuildArchive(app.call);
  },

  toText: ({ sessions, exchanges }) =>
    `Indexed ${formatCount(exchanges, "exchange")} of ${formatCount(sessions, "session")}.`,
});
