import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { shortId } from "../../base/ids.js";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";
import { optionalText } from "../fields.js";

export const forget = defineCommand({
  name: "forget",
  summary: "Permanently delete a session, or a project's sessions, and everything derived from them.",
  input: z.object({ session: optionalText("Session id or prefix."), project: optionalText("Project path or name.") }),
  positional: ["session"],
  examples: ["forget 7f9e74cd", "forget --project shop"],

  async confirm(input, app) {
    requireOne(input);
    const { session, project } = input;
    const rest = "and everything derived from them, with all automatic backups. This cannot be undone.";
    if (session !== undefined) {
      const { id, title } = await app.sessions.find(app.call, session);
      return `Deletes session ${shortId(id)} (${title || "untitled"}), its exchanges ${rest}`;
    }
    const sessions = await app.sessions.list(app.call, { project: project ?? "", limit: maxSessions });
    return `Deletes ${formatCount(sessions.length, "session")} of ${project}, their exchanges ${rest}`;
  },

  async run(selection, app) {
    requireOne(selection);
    return app.sessions.forget(app.call, selection);
  },

  toText: ({ sessions, exchanges, events }) =>
    `Deleted ${formatCount(sessions, "session")} with ${formatCount(exchanges, "exchange")} and ${formatCount(events, "event")}. They will not be imported again.`,
});

const maxSessions = 1_000_000;

function requireOne({ session, project }: { session?: string | undefined; project?: string | undefined }): void {
  if ((session === undefined) !== (project === undefined)) return;
  throw new AppError("invalid", "Pass either a session or --project.", { hint: "See `throughline forget --help`." });
}
