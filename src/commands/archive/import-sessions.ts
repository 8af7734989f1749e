import * as z from "zod";
import type { ImportOptions } from "../../domain/archive/ingest/ingest.js";
import type { CommandCall } from "../../domain/command-app.js";
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
    const from = since === undefined ? undefined : timeSince(since, app.runtime.now());
    return importAndPromote(app, { agents: agent, since: from, dryRun, progress: app.call.progress });
  },

  toText({ found, due, bytes, events, broken, missing, isDone, fixes, seconds, totals }) {
    const counts = Object.entries(found).map(([agent, count]) => `${agent} ${count}`);
    const seen = `Found ${counts.length > 0 ? counts.join(", ") : "no transcripts"}.`;
    if (!isDone) return `${seen}\n${due} of them have something new.`;
    return [
      seen,
      `Read ${due} transcripts (${(bytes / 1e6).toFixed(1)} MB, ${events} events) in ${seconds.toFixed(1)} s.`,
      `The archive now has ${totals.sessions} sessions with ${totals.exchanges} exchanges of ${totals.projects} projects, ${totals.oldest.slice(0, 10)} to ${totals.newest.slice(0, 10)}.`,
      ...(fixes > 0 ? [`Errors that were overcome, now candidates among the remediations: ${fixes}.`] : []),
      ...(missing > 0 ? [`${missing} could not be read.`] : []),
      ...(broken > 0 ? [`${broken} lines were not JSON and were passed over.`] : []),
    ].join("\n");
  },
});

async function importAndPromote(app: CommandCall, options: ImportOptions) {
  const began = app.runtime.now().getTime();
  const report = await app.ingest.importAll(options);
  const fixes = options.dryRun ? 0 : await app.promoteFixes(app.call);
  if (!options.dryRun) await app.promoteStatements(app.call);
  const seconds = (app.runtime.now().getTime() - began) / 1000;
  return { ...report, fixes, seconds, totals: await app.sessions.totals(app.call) };
}
