import * as z from "zod";
import { parseFileLine } from "../../domain/archive/sessions/parse-file-line.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const fileHistory = defineTool({
  name: "file_history",
  toolset: "archive",
  effect: "reads",
  title: "Show a file's history",
  description: "List sessions that read or changed a file, and why. Use before changing it.",
  input: z.object({
    path: z.string().min(1).describe("Path in the project, or path:line."),
    limit: z.number().int().min(1).max(100).default(10).describe("Maximum results."),
  }),
  output: answerOf({
    path: "string",
    history: [{ sessionId: "string", at: "string", how: "string", question: "string", outcome: "string" }],
  }),
  examples: [{ path: "src/index.ts" }],
  cli: { command: "file history", positional: ["path"] },

  async run({ path, limit }, app) {
    const place = parseFileLine(path);
    const history = await app.sessions.fileHistory(app.call, place.path, place.line, limit);
    return {
      path,
      history: history.map(({ sessionId, at, how, question, outcome }) => ({ sessionId, at, how, question, outcome })),
    };
  },

  toText: ({ history }) =>
    history.map((one) => `${String(one.at).slice(0, 16)} ${one.how} in ${one.sessionId}: ${one.question}`).join("\n") ||
    "No archived session read or changed this file. Import earlier sessions with `throughline import sessions`.",
});
