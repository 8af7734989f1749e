import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { defineCommand } from "../define-command.js";

const everyMs = 1000;

export const ingest = defineCommand({
  name: "ingest",
  summary: "Read what hooks announced and what transcripts gained since.",
  input: z.object({
    watch: z.boolean().default(false).describe("Repeat every second until stopped."),
  }),
  examples: ["ingest", "ingest --watch"],

  async run({ watch }, app) {
    const sum = { transcripts: 0, bytes: 0, events: 0, fixes: 0, learned: 0, dropped: 0 };
    for (const { signal, progress } = app.call; ; ) {
      const { transcripts, bytes, events } = await app.ingest.catchUp(() => signal.aborted);
      sum.transcripts += transcripts;
      sum.bytes += bytes;
      sum.events += events;
      sum.dropped += (await app.sessions.dropOld(app.call.tenant)).sessions;
      if (events > 0 || !watch) {
        sum.fixes += await app.promoteFixes(app.call);
        sum.learned += await app.promoteStatements(app.call);
      }
      if (!watch || signal.aborted) return sum;
      progress(sum.events, undefined, "events");
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  },

  toText: ({ transcripts, events, bytes, fixes, learned, dropped }) =>
    [
      transcripts === 0
        ? "Nothing new."
        : `Read ${events} events from ${transcripts} transcripts (${(bytes / 1e6).toFixed(1)} MB).`,
      ...(fixes > 0 ? [`Errors that were overcome, now candidates among the remediations: ${fixes}.`] : []),
      ...(learned > 0
        ? [`Learned ${learned} ${learned === 1 ? "memory" : "memories"}; see them with \`throughline memory list\`.`]
        : []),
      ...(dropped > 0 ? [`Sessions dropped because they were beyond what is to be kept: ${dropped}.`] : []),
    ].join("\n"),
});
