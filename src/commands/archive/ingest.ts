import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

const intervalMs = 1000;

export const ingest = defineCommand({
  name: "ingest",
  summary: "Import new parts of transcripts into the archive.",
  input: z.object({
    watch: z.boolean().default(false).describe("Repeat every second until interrupted."),
  }),
  examples: ["ingest", "ingest --watch"],

  async run({ watch }, app) {
    const sum = { transcripts: 0, bytes: 0, events: 0, fixes: 0, dropped: 0 };
    for (const { signal, progress } = app.call; ; ) {
      const { transcripts, bytes, events } = await app.ingest.catchUp(() => signal.aborted);
      sum.transcripts += transcripts;
      sum.bytes += bytes;
      sum.events += events;
      sum.dropped += (await app.sessions.dropOld(app.call.tenant)).sessions;
      if (events > 0 || !watch) sum.fixes += await app.promoteFixes(app.call);
      if (!watch || signal.aborted) return sum;
      progress(sum.events, undefined, "events");
      await sleep(intervalMs, undefined, { signal }).catch(() => {});
    }
  },

  toText: ({ transcripts, events, bytes, fixes, dropped }) =>
    [
      transcripts === 0
        ? "Nothing new."
        : `Read ${formatCount(events, "event")} from ${formatCount(transcripts, "transcript")} (${(bytes / 1e6).toFixed(1)} MB).`,
      ...(fixes > 0
        ? [`Added ${formatCount(fixes, "candidate fix", "candidate fixes")} from errors that were solved.`]
        : []),
      ...(dropped > 0
        ? [`Deleted ${formatCount(dropped, "session")} beyond archive.retentionDays or archive.retentionMB.`]
        : []),
    ].join("\n"),
});
