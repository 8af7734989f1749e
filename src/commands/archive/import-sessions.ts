import * as z from "zod";
import { agents } from "../../store/archive/session-event.js";
import { defineCommand } from "../define-command.js";
import { sinceField, timeSince } from "./since.js";

export const importSessions = defineCommand({
  name: "import sessions",
  summary: "Bring every session that agents left on this machine into the archive. Repeating it adds nothing.",
  input: z.object({
    agent: z
      .array(z.enum(agents))
      .default([...agents])
      .describe("Only these agents."),
    since: sinceField.optional(),
    dryRun: z.boolean().default(false).describe("Only say what would be read."),
  }),
  examples: ["import sessions", "import sessions --agent codex --since 2w", "import sessions --dry-run"],

  run({ agent, since, dryRun }, app) {
    const from = since === undefined ? undefined : timeSince(since, app.world.now());
    return app.ingest.importAll({ agents: agent, since: from, dryRun, progress: app.call.progress });
  },

  toText({ found, due, transcripts, bytes, events, broken, unsupported, isDone }) {
    const counts = Object.entries(found).map(([agent, count]) => `${agent} ${count}`);
    const seen = `Found ${counts.length > 0 ? counts.join(", ") : "no transcripts"}.`;
    if (!isDone) return `${seen}\n${due} of them have something new.`;
    return [
      seen,
      `Read ${due} transcripts (${(bytes / 1e6).toFixed(1)} MB, ${events} events, ${transcripts} writes).`,
      ...(broken > 0 ? [`${broken} lines were not JSON and were passed over.`] : []),
      ...(unsupported > 0
        ? [`${unsupported} are compressed with zstd, which this Node cannot read; Node 22.15 can.`]
        : []),
    ].join("\n");
  },
});
