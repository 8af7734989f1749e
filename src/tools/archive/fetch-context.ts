import * as z from "zod";
import type { FetchAnswer } from "../../domain/archive/archive.js";
import { answerFrom } from "../answer-schema.js";
import { defineArchiveTool } from "../define-tool.js";

export const fetchContext = defineArchiveTool({
  name: "fetch_context",
  effect: "reads",
  title: "Fetch context for a task",
  description: "Find problems, changes and decisions of past sessions that relate to a task. Use before starting work.",
  input: z.object({
    query: z.string().default("").describe("The task. Default: latest work."),
    limit: z.number().int().min(1).max(100).default(5).describe("Maximum results."),
    scope: z.enum(["session", "project", "global"]).default("project").describe("Where to search."),
    minRelevance: z.number().min(0).max(1).default(0.3).describe("Minimum relevance, before its decay with age."),
  }),
  output: answerFrom({
    context: {
      problems: [
        {
          question: "string",
          solution: { approach: "string", implementation: "string", outcome: "string" },
          sessionId: "string",
          timestamp: "string",
          relevance: "number",
        },
      ],
      implementations: [{ tool: "string", file: "string", description: "string" }],
      decisions: [{ decision: "string", reasoning: "string", alternatives: ["string"] }],
    },
    metadata: { totalResults: "number", relevanceRange: "string", sourceCount: "number" },
  }),
  examples: [{ query: "authentication implementation" }, {}],
  cli: { command: "archive fetch", positional: ["query"] },

  run: async (input, app) => toAnswer(await app.archive.fetch(app.call, input)),

  toText({ context: { problems, implementations, decisions } }, paint) {
    const part = (title: string, rows: readonly string[]) => rows.length > 0 && [paint.bold(title), rows];
    return [
      part(
        "Problems",
        problems.map(({ question, solution }) => `- ${line(question)}\n  ${line(solution.approach)}`),
      ),
      part(
        "Changes",
        implementations.map(({ tool, file }) => `- ${tool} ${file}`),
      ),
      part(
        "Decisions",
        decisions.map(({ decision, reasoning }) => `- ${line(decision)}${reasoning && ` (${line(reasoning)})`}`),
      ),
    ];
  },
  whenEmpty: "No past session relates to this task. Search everything with `throughline search`.",
});

const line = (text: string) => text.replace(/\s+/g, " ").slice(0, 200);

const maxQuestionLength = 1500;
const maxItems = 50;

function toAnswer({ exchanges, findings }: FetchAnswer) {
  const scores = exchanges.map(({ score }) => score);
  const range = [Math.min(...scores), Math.max(...scores)].map((score) => score.toFixed(2)).join("-");
  const implementations = findings.filter((one) => one.kind === "implementation");
  const decisions = findings.filter((one) => one.kind === "decision");
  return {
    context: {
      problems: exchanges.map(({ exchange, score }) => ({
        ...exchange,
        question: exchange.question.slice(0, maxQuestionLength),
        timestamp: exchange.at,
        relevance: Math.round(score * 100) / 100,
      })),
      implementations: onceEach(implementations, ({ tool, file }) => `${tool} ${file}`),
      decisions: onceEach(decisions, ({ decision }) => decision),
    },
    metadata: {
      totalResults: exchanges.length,
      relevanceRange: exchanges.length > 0 ? range : "",
      sourceCount: new Set(exchanges.map(({ exchange }) => exchange.sessionId)).size,
    },
  };
}

const onceEach = <T>(items: readonly T[], nameOf: (item: T) => string): T[] =>
  [...new Map(items.map((item) => [nameOf(item), item])).values()].slice(0, maxItems);
