import { z } from "zod";
import { defineCommand } from "../define-command.js";

export const ingest = defineCommand({
  name: "ingest",
  summary: "Read what hooks announced and what transcripts gained since.",
  input: z.object({}),
  examples: ["ingest"],

  run: (_, app) => app.ingest.catchUp(),

  toText: ({ transcripts, events, bytes }) =>
    transcripts === 0
      ? "Nothing new."
      : `Read ${events} events from ${transcripts} transcripts (${(bytes / 1e6).toFixed(1)} MB).`,
});
