import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const historyList = defineCommand({
  name: "history list",
  summary: "List summaries of the latest sessions.",
  input: z.object({ count: z.int().min(1).max(200).default(20).describe("Number of sessions.") }),
  positional: ["count"],
  examples: ["history list", "history list 5"],
  run: async ({ count }, app) => ({ sessions: await (await app.context.open(app.call)).history.recent(count) }),

  toText: ({ sessions }) =>
    sessions.map(({ started, agent, summary }) => `${started} ${agent}: ${summary}`).join("\n") || "No sessions yet.",
});
