import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextListDecisions = defineTool({
  name: "context_list_decisions",
  toolset: "context",
  effect: "reads",
  title: "List decisions",
  description:
    "List the architectural decisions with id, title, status and scope. Use context_get_decision to read one.",
  input: z.object({}),
  output: answerOf([{ id: "number", title: "string", status: "string", scope: "string" }]),
  examples: [{}],
  cli: { command: "decision list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    return (await project.decisions.list()).map(({ id, title, status, scope }) => ({ id, title, status, scope }));
  },

  toText: (decisions) =>
    decisions.map(({ id, title, status }) => `${id}  ${title}  (${status})`).join("\n") ||
    "No decisions yet. Record one with `throughline decision add TITLE`.",
});
