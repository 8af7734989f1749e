import * as z from "zod";
import { updateDecision } from "../../domain/context/present-decision.js";
import { decisionStatuses } from "../../store/context/decision-markdown.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextUpdateDecision = defineTool({
  name: "context_update_decision",
  toolset: "context",
  effect: "replaces",
  title: "Update decision status",
  description:
    "Set a decision's status: proposed, accepted, deprecated or superseded. Use when a later one replaces it.",
  input: z.object({
    id: z.string().describe("Number or title."),
    status: z.enum(decisionStatuses).describe("New status."),
  }),
  output: answerOf({ status: "string", id: "number", title: "string", decision_status: "string" }),
  examples: [{ id: "1", status: "superseded" }],
  cli: { command: "decision status", positional: ["id", "status"] },

  async run({ id, status }, app) {
    const project = await app.context.open(app.call);
    const decision = await updateDecision(project, id, status);
    return { status: "ok", id: decision.id, title: decision.title, decision_status: status };
  },

  toText: ({ id, decision_status }) => `Decision ${id} is now ${decision_status}.`,
  changes: ({ id }) => ["context://decisions", `context://decisions/${encodeURIComponent(id)}`],
});
