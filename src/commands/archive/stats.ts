import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const stats = defineCommand({
  name: "stats",
  summary: "Show the size of the session archive.",
  input: z.object({}),
  examples: ["stats", "stats --json"],

  run: (_, app) => app.sessions.totals(app.call),

  toText: ({ sessions, exchanges, projects, transcripts, bytes, oldest, newest, agents }) =>
    [
      `Sessions      ${sessions}`,
      `Exchanges     ${exchanges}`,
      `Projects      ${projects}`,
      `Transcripts   ${transcripts}`,
      `Size          ${(bytes / 1e6).toFixed(1)} MB`,
      ...(sessions > 0 ? [`From          ${oldest.slice(0, 10)} to ${newest.slice(0, 10)}`] : []),
      ...agents.map(({ agent, sessions: count }) => `${agent.padEnd(13)} ${count}`),
    ].join("\n"),
});
