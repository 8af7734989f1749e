import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const ingest = defineCommand({
  name: "ingest",
  summary: "Read what hooks announced and what transcripts gained since.",
  input: z.object({}),
  examples: ["ingest"],

  async run(_, app) {
    const report = await app.ingest.catchUp();
    await app.sessions.dropOld(app.call.tenant);
    return report;
  },

  toText: ({ transcripts, events, bytes }) =>
    transcripts === 0
      ? "Nothing new."
      : `Read ${events} events from ${transcripts} transcripts (${(bytes / 1e6).toFixed(1)} MB).`,
});
