import * as z from "zod";
import { parseFileLine } from "../../domain/archive/sessions/parse-file-line.js";
import { defineCommand } from "../define-command.js";

export const blame = defineCommand({
  name: "blame",
  summary: "Trace a file or line to its commit, and the commit to the session and question behind it.",
  input: z.object({ place: z.string().min(1).describe("FILE or FILE:LINE.") }),
  positional: ["place"],
  examples: ["blame src/db/pool.ts:42"],

  run({ place }, app) {
    const { path, line } = parseFileLine(place);
    return app.sessions.blame(app.call, path, line);
  },

  toText({ path, commit, by, isCertain, answer }, paint) {
    return [
      commit
        ? `${path}: ${commit.commit.slice(0, 10)} ${commit.at.slice(0, 16)} ${commit.subject}`
        : `${path}: not committed`,
      by
        ? `${paint.bold("Session")} ${by.sessionId} at ${by.at.slice(0, 16)} ${isCertain ? "wrote this line" : "was the last to change the file before that"}\n  asked: ${by.question}\n  ${answer}`
        : "No archived session changed it before that commit.",
    ].join("\n");
  },
});
