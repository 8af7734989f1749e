import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineCommand } from "../define-command.js";

export const forget = defineCommand({
  name: "forget",
  summary: "Remove a session or a project's sessions with all that was drawn from them, for good.",
  input: z.object({
    session: z.string().optional().describe("Id of a session, or its first characters."),
    project: z.string().optional().describe("Path or name of a project."),
  }),
  positional: ["session"],
  examples: ["forget 7f9e74cd", "forget --project shop"],

  run({ session, project }, app) {
    if ((session === undefined) === (project === undefined)) {
      throw new AppError("invalid", "Name either a session or a project.", {
        hint: "See `throughline forget --help`.",
      });
    }
    return app.sessions.forget(app.call, { ...(session ? { session } : {}), ...(project ? { project } : {}) });
  },

  toText: ({ sessions, exchanges, events }) =>
    `Removed ${sessions} sessions with ${exchanges} exchanges and ${events} events from rows, index and outputs. They will not be read again.`,
});
