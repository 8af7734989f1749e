import * as z from "zod";
import { appendSession } from "../../domain/context/append-session.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextAppendSession = defineTool({
  name: "context_append_session",
  toolset: "context",
  effect: "adds",
  title: "Append session",
  description: "Add a session summary to the history for the next agent. Use at the end of a session.",
  input: z.object({
    agent: z.string().default("").describe("Who did the work. Default: you."),
    summary: z.string().default("").describe("What was done."),
    knowledge_added: z.string().default("").describe("Comma-separated keys."),
    decisions_added: z.string().default("").describe("Comma-separated ids."),
  }),
  output: answerOf({ status: "string", session_id: "string", "store_created?": "string", "note?": "string" }),
  examples: [{ summary: "Set up the schema" }],
  cli: { command: "history add", positional: ["summary"] },

  async run({ agent, summary, knowledge_added, decisions_added }, app) {
    const project = await app.context.open(app.call);
    const session = { agent, summary, knowledgeAdded: knowledge_added, decisionsAdded: decisions_added };
    return { status: "ok", session_id: await appendSession(project, session), ...project.notices() };
  },

  toText: ({ session_id }) => `Saved session ${session_id}.`,
  changes: () => ["context://history"],
});
