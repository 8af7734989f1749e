import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { presentDecision } from "../../domain/context/present-decision.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextGetDecision = defineTool({
  name: "context_get_decision",
  toolset: "context",
  effect: "reads",
  title: "Read decision",
  description: "Read one architectural decision in full. Use before you change what it decided.",
  input: z.object({ id: z.string().describe("Number, title or part of the title.") }),
  output: answerOf({
    id: "number",
    title: "string",
    status: "string",
    context: "string",
    decision: "string",
    consequences: "string",
    date: "string",
    author: "string",
    scope: "string",
  }),
  examples: [{ id: "1" }],
  cli: { command: "decision get", positional: ["id"] },

  async run({ id }, app) {
    const project = await app.context.open(app.call);
    const decision = await project.decisions.find(id);
    if (!decision) throw new AppError("missing", `Decision '${id}' not found`);
    return presentDecision(decision);
  },

  toText: ({ title, status, context, decision, consequences }) =>
    [`${title} (${status})`, context, decision, consequences].filter(Boolean).join("\n\n"),
});
