import * as z from "zod";
import { requireDecision, updateDecision } from "../../domain/context/decisions.js";
import { factsText, readShownFacts } from "../../domain/context/entry-facts.js";
import { decisionStatuses } from "../../store/context/decision-markdown.js";
import { readScope } from "../../store/context/scope.js";
import { answerFrom, texts } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { notices, scopeField, shownFacts } from "./context-fields.js";

export const decisionTools: readonly Tool[] = [
  defineContextTool("context_record_decision", "adds", {
    title: "Record decision",
    description: "Record an architectural decision and its reasons. Use when a choice binds later work.",
    input: z.object({
      title: z.string().describe("Short title."),
      context: z.string().default("").describe("Why a decision was needed."),
      decision: z.string().default("").describe("What was decided."),
      consequences: z.string().default("").describe("What follows from it."),
      scope: scopeField,
    }),
    output: answerFrom({ status: "string", id: "number", title: "string", scope: "string", ...notices }),
    examples: [{ title: "Use PostgreSQL for persistence", decision: "PostgreSQL 16" }],
    cli: { command: "decision add", positional: ["title"] },

    async run({ scope: scopeText, ...text }, project, app) {
      const scope = readScope(scopeText);
      const date = app.runtime.now().toISOString().slice(0, 10);
      const record = { ...text, scope, date, author: project.caller };
      const saved = await project.change(() => project.decisions.record(record));
      return { ...saved, status: "ok", ...project.notices() };
    },

    toText: ({ id, title }) => `Recorded decision ${id}: ${title}`,
    changes: () => ["context://decisions"],
  }),

  defineContextTool("context_get_decision", "reads", {
    title: "Read decision",
    description: "Read one architectural decision in full. Use before you change what it decided.",
    input: z.object({ id: z.string().describe("Number, title or part of the title.") }),
    output: answerFrom({
      id: "number",
      ...texts("title", "status", "context", "decision", "consequences", "date", "author", "scope"),
    }),
    examples: [{ id: "1" }],
    cli: { command: "decision get", positional: ["id"] },
    run: ({ id }, project) => requireDecision(project, id),
    toText: ({ title, status, context, decision, consequences }) =>
      [`${title} (${status})`, context, decision, consequences].filter(Boolean).join("\n\n"),
  }),

  defineContextTool("context_list_decisions", "reads", {
    title: "List decisions",
    description:
      "List the architectural decisions with id, title, status and scope. Use context_get_decision to read one.",
    input: z.object({}),
    output: answerFrom([{ id: "number", title: "string", status: "string", scope: "string", ...shownFacts }]),
    cli: { command: "decision list" },

    async run(_, project) {
      const facts = await readShownFacts(project, "decision");
      const decisions = await project.decisions.list();
      return decisions.map(({ author: _, ...decision }) => ({ ...decision, ...facts(String(decision.id)) }));
    },

    toText: (decisions) =>
      decisions.map(({ id, title, status, ...facts }) =>
        [id, title, `(${status})`, factsText(facts)].filter((part) => part !== "").join("  "),
      ),
    whenEmpty: "No decisions yet. Record one with `throughline decision add TITLE`.",
  }),

  defineContextTool("context_update_decision", "replaces", {
    title: "Update decision status",
    description:
      "Set a decision's status: proposed, accepted, deprecated or superseded. Use when a later one replaces it.",
    input: z.object({
      id: z.string().describe("Number or title."),
      status: z.enum(decisionStatuses).describe("New status."),
    }),
    output: answerFrom({ status: "string", id: "number", title: "string", decision_status: "string" }),
    examples: [{ id: "1", status: "superseded" }],
    cli: { command: "decision status", positional: ["id", "status"] },

    async run({ id, status }, project) {
      return { ...(await updateDecision(project, id, status)), status: "ok", decisionStatus: status };
    },

    toText: ({ id, decision_status }) => `Decision ${id} is now ${decision_status}.`,
    changes: ({ id }) => ["context://decisions", `context://decisions/${encodeURIComponent(id)}`],
  }),
];
