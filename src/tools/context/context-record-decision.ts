import * as z from "zod";
import { readScope } from "../../store/context/scope.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { scopeField } from "../fields.js";

export const contextRecordDecision = defineTool({
  name: "context_record_decision",
  toolset: "context",
  effect: "adds",
  title: "Record decision",
  description: "Record an architectural decision and its reasons. Use when a choice binds later work.",
  input: z.object({
    title: z.string().describe("Short title."),
    context: z.string().default("").describe("Why a decision was needed."),
    decision: z.string().default("").describe("What was decided."),
    consequences: z.string().default("").describe("What follows from it."),
    scope: scopeField,
  }),
  output: answerOf({
    status: "string",
    id: "number",
    title: "string",
    scope: "string",
    "store_created?": "string",
    "note?": "string",
  }),
  examples: [{ title: "Use PostgreSQL for persistence", decision: "PostgreSQL 16" }],
  cli: { command: "decision add", positional: ["title"] },

  async run({ scope: scopeText, ...text }, app) {
    const scope = readScope(scopeText);
    const project = await app.context.open(app.call);
    const date = app.runtime.now().toISOString().slice(0, 10);
    const saved = await project.change(() =>
      project.decisions.record({ ...text, scope, date, author: project.caller }),
    );
    return { status: "ok", id: saved.id, title: saved.title, scope: saved.scope, ...project.notices() };
  },

  toText: ({ id, title }) => `Recorded decision ${id}: ${title}`,
  changes: () => ["context://decisions"],
});
