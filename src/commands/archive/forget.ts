import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const forget = defineCommand({
  name: "forget",
  summary: "Permanently delete a session, or a project's sessions, and everything derived from them.",
  input: z.object({
    session: z.string().optional().describe("Session id or prefix."),
    project: z.string().optional().describe("Project path or name."),
  }),
  positional: ["session"],
  examples: ["forget 7f9e74cd", "forget --project shop"],

  run({ session, project }, app) {
    if ((session === undefined) === (project === undefined)) {
      throw new AppError("invalid", "Pass either a session or --project.", {
        hint: "See `throughline forget --help`.",
      });
    }
    return app.sessions.forget(app.call, { ...(session ? { session } : {}), ...(project ? { project } : {}) });
  },

  toText: ({ sessions, exchanges, events }) =>
    `Deleted ${formatCount(sessions, "session")} with ${formatCount(exchanges, "exchange")} and ${formatCount(events, "event")}. They will not be imported again.`,
});
