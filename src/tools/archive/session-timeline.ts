import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const sessionTimeline = defineTool({
  name: "session_timeline",
  toolset: "archive",
  effect: "reads",
  title: "Outline a session",
  description: "List a session's questions with outcomes and files. Use before session_read.",
  input: z.object({
    session: z.string().default("").describe("Session id or prefix. Default: latest in this project."),
  }),
  output: answerOf({
    session: "string",
    "agent?": "string",
    "startedAt?": "string",
    "endedAt?": "string",
    exchanges: [{ at: "string", question: "string", outcome: "string", files: ["string"], topics: ["string"] }],
  }),
  examples: [{}],
  cli: { command: "session timeline", positional: ["session"] },

  async run({ session }, app) {
    const id = session || (await app.sessions.lastHere(app.call));
    if (id === undefined) return { session: "", exchanges: [] };
    const { session: row, exchanges } = await app.sessions.exchanges(app.call, id);
    return {
      ...{ session: row.id, agent: row.agent, startedAt: row.startedAt, endedAt: row.endedAt },
      exchanges: exchanges.slice(-200).map(({ at, question, outcome, files, topics }) => ({
        ...{ at, question: question.slice(0, 200), outcome, files: files.slice(0, 10), topics },
      })),
    };
  },

  toText: ({ exchanges }) =>
    exchanges.map((one) => `${String(one.at).slice(0, 16)} ${one.outcome}: ${one.question}`).join("\n") ||
    "No session of this project is archived. List others with `throughline sessions`, or import earlier ones with `throughline import sessions`.",
});
