import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { presentDecision, updateDecision } from "../../domain/context/decisions.js";
import { factsText, readShownFacts } from "../../domain/context/entry-facts.js";
import { decisionStatuses } from "../../store/context/decision-markdown.js";
import { readScope } from "../../store/context/scope.js";
import { answerOf } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { scopeField } from "../fields.js";
import { shownFacts } from "../shown-facts.js";

export const contextRecordDecision = defineContextTool({
  name: "context_record_decision",
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

export const contextGetDecision = defineContextTool({
  name: "context_get_decision",
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

export const contextListDecisions = defineContextTool({
  name: "context_list_decisions",
  effect: "reads",
  title: "List decisions",
  description:
    "List the architectural decisions with id, title, status and scope. Use context_get_decision to read one.",
  input: z.object({}),
  output: answerOf([{ id: "number", title: "string", status: "string", scope: "string", ...shownFacts }]),
  examples: [{}],
  cli: { command: "decision list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    const facts = await readShownFacts(project, "decision");
    return (await project.decisions.list()).map(({ id, title, status, scope }) => ({
      id,
      title,
      status,
      scope,
      ...facts(String(id)),
    }));
  },

  toText: (decisions) =>
    decisions
      .map(({ id, title, status, ...facts }) =>
        [id, title, `(${status})`, factsText(facts)].filter((part) => part !== "").join("  "),
      )
      .join("\n") || "No decisions yet. Record one with `throughline decision add TITLE`.",
});

export const contextUpdateDecision = defineContextTool({
  name: "context_update_decision",
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

export const decisionTools: readonly Tool[] = [
  contextRecordDecision,
  contextGetDecision,
  contextListDecisions,
  contextUpdateDecision,
];
