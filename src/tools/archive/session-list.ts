import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { answerOf } from "../fields.js";

interface ShownSession {
  readonly id: string;
  readonly agent: string;
  readonly project: string;
  readonly title: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly exchanges: number;
  readonly branch?: string;
  readonly model?: string;
  readonly parent?: string;
}

export const sessionList = defineTool({
  name: "session_list",
  toolset: "archive",
  effect: "reads",
  title: "List sessions",
  description: "Past sessions of every agent, newest first. Use it to find an id.",
  input: z.object({
    project: z.string().optional().describe("Path or name."),
    before: z.string().optional().describe("Ended before: for the next page."),
    limit: z.number().int().min(1).max(100).default(20).describe("Most."),
  }),
  output: answerOf<{ sessions: ShownSession[] }>(),
  examples: [{ limit: 5 }],
  cli: { command: "sessions" },

  async run({ project, before, limit }, app) {
    const found = await app.sessions.list(app.call, {
      limit,
      ...(project ? { project } : {}),
      ...(before ? { before } : {}),
    });
    return {
      sessions: found.map(({ id, agent, name, branch, model, title, parent, startedAt, endedAt, exchanges }) => ({
        ...{ id, agent, project: name, title, startedAt, endedAt, exchanges },
        ...(branch ? { branch } : {}),
        ...(model ? { model } : {}),
        ...(parent ? { parent } : {}),
      })),
    };
  },

  toText({ sessions }, paint) {
    if (sessions.length === 0)
      return "No session is archived. `throughline import sessions` brings in those that agents left.";
    return sessions
      .map(
        (one) =>
          `${String(one.endedAt).slice(0, 16)} ${one.id} ${paint.dim(`${one.agent} ${one.project}`)}\n  ${one.title}`,
      )
      .join("\n");
  },
});
