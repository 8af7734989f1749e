import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const sessionList = defineTool({
  name: "session_list",
  toolset: "archive",
  effect: "reads",
  title: "List sessions",
  description: "List past sessions of all agents, newest first. Use to find a session id.",
  input: z.object({
    project: z.string().optional().describe("Project path or name."),
    before: z.string().optional().describe("Ended before this time."),
    limit: z.number().int().min(1).max(100).default(20).describe("Maximum results."),
  }),
  output: answerOf({
    sessions: [
      {
        id: "string",
        agent: "string",
        project: "string",
        title: "string",
        startedAt: "string",
        endedAt: "string",
        exchanges: "number",
        "branch?": "string",
        "model?": "string",
        "parent?": "string",
      },
    ],
  }),
  examples: [{ limit: 5 }],
  cli: { command: "sessions" },

  async run({ project, before, limit }, app) {
    const rows = await app.sessions.list(app.call, {
      limit,
      ...(project ? { project } : {}),
      ...(before ? { before } : {}),
    });
    return {
      sessions: rows.map(({ id, agent, name, branch, model, title, parent, startedAt, endedAt, exchanges }) => ({
        ...{ id, agent, project: name, title, startedAt, endedAt, exchanges },
        ...(branch ? { branch } : {}),
        ...(model ? { model } : {}),
        ...(parent ? { parent } : {}),
      })),
    };
  },

  toText({ sessions }, paint) {
    if (sessions.length === 0)
      return "No sessions are archived. Import earlier ones with `throughline import sessions`.";
    return sessions
      .map(
        (one) =>
          `${String(one.endedAt).slice(0, 16)} ${one.id} ${paint.dim(`${one.agent} ${one.project}`)}\n  ${one.title}`,
      )
      .join("\n");
  },
});
