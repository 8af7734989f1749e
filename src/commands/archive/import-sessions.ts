import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { sessionAgents } from "../../hosts/all-hosts.js";
import type { ArchiveTotals } from "../../store/archive/session-store.js";
import { defineCommand } from "../define-command.js";
import { flag, sinceField, timeSince } from "../fields.js";
import { fixesText } from "./archive.js";

const agents = sessionAgents();

export const importSessions = defineCommand("import sessions", {
  summary: "Import the sessions that agents left on this machine. Sessions already imported are skipped.",
  input: z.object({
    agent: z
      .array(z.enum(agents))
      .default([...agents])
      .describe("Only these agents."),
    since: sinceField.optional(),
    dryRun: flag("Show what would be imported, without importing."),
  }),
  examples: ["import sessions", "import sessions --agent codex --since 2w", "import sessions --dry-run"],

  async run({ agent: agents, since: age, dryRun }, app) {
    const began = app.runtime.now();
    const since = age === undefined ? undefined : timeSince(age, began);
    const report = await app.ingest.importAll({ agents, since, dryRun, progress: app.call.progress });
    const fixes = dryRun ? 0 : await app.promoteFixes(app.call);
    const seconds = (app.runtime.now().getTime() - began.getTime()) / 1000;
    return { ...report, fixes, seconds, totals: await app.sessions.totals(app.call) };
  },

  toText({ found, due, bytes, events, broken, missing, isDone, fixes, seconds, totals }) {
    const counts = Object.entries(found).map(([agent, count]) => `${count} ${agent}`);
    if (counts.length === 0)
      return `Found no transcripts. Sessions of these agents can be imported: ${agents.join(", ")}.`;
    const summary = `Found transcripts: ${counts.join(", ")}.`;
    if (!isDone) return `${summary}\n${formatCount(due, "transcript")} would be imported.`;
    return [
      summary,
      `Read ${formatCount(due, "transcript")} (${(bytes / 1e6).toFixed(1)} MB, ${formatCount(events, "event")}) in ${seconds.toFixed(1)} s.`,
      totalsText(totals),
      fixesText(fixes),
      missing > 0 && `Could not read ${formatCount(missing, "transcript")}.`,
      broken > 0 && `Lines skipped because they are not JSON: ${broken}.`,
    ];
  },
});

/** None while the archive is empty: it has no first and last day then. */
const totalsText = ({ sessions, exchanges, projects, oldest, newest }: ArchiveTotals) =>
  sessions > 0 &&
  `The archive has ${formatCount(sessions, "session")} with ${formatCount(exchanges, "exchange")} of ${formatCount(projects, "project")}, ${oldest.slice(0, 10)} to ${newest.slice(0, 10)}.`;
