import * as z from "zod";
import { opening } from "../../base/text/sentences.js";
import type { FetchAnswer } from "../../domain/archive/archive.js";
import { reportOf } from "../../domain/archive/extract/implementation-text.js";
import type { RankedExchange } from "../../domain/archive/query/find-exchanges.js";
import { shortExchangeId } from "../../store/archive/exchange-document.js";
import { answerFrom, texts } from "../answer-schema.js";
import { defineArchiveTool, type Tool } from "../define-tool.js";

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const kinds = ["code", "command", "architecture"] as const;

export const searchTools: readonly Tool[] = [
  defineArchiveTool("search_archive", "reads", {
    title: "Search past sessions",
    description: "Search the text of past sessions. Use to find an error or a change; for lessons use memory_search.",
    input: z.object({
      query: z.string().describe("Search query."),
      filePattern: z.string().optional().describe("Changed files: `src/**/*.js`."),
      dateRange: z.object({ from: day.optional(), to: day.optional() }).optional().describe("YYYY-MM-DD, inclusive."),
      projectPath: z.string().optional().describe("Project path or name."),
      limit: z.number().int().min(1).max(100).default(10).describe("Maximum results."),
      sortBy: z.enum(["relevance", "date", "frequency"]).default("relevance").describe("Sort order."),
    }),
    output: answerFrom({
      results: [
        {
          ...texts("id", "sessionId", "timestamp"),
          relevanceScore: "number",
          matchCount: "number",
          snippet: "string",
          context: { problem: "string", solution: "string", files: ["string"] },
        },
      ],
      metadata: { totalResults: "number", searchTime: "string", indexSize: "string" },
    }),
    examples: [{ query: "database connection error fix" }],
    cli: { command: "archive search", isSearch: true, positional: ["query"] },

    async run({ dateRange, projectPath, ...query }, app) {
      const answer = await app.archive.search(app.call, { ...query, ...dateRange, project: projectPath });
      const indexSize = sizeOf(answer.documents);
      return {
        results: answer.hits.map(toResult),
        metadata: { totalResults: answer.found, searchTime: `${answer.tookMs}ms`, indexSize },
      };
    },

    toText({ results, metadata }, paint) {
      if (results.length === 0 && metadata.indexSize === sizeOf(0))
        return "No sessions are archived. Import earlier ones with `throughline import sessions`.";
      if (results.length === 0)
        return `Nothing in the archive matches (${metadata.indexSize}). Try fewer words, or search everything with \`throughline search\`.`;
      const line = (text: string) => opening(text.replace(/\s+/g, " ").trim(), maxLine);
      return results.map(({ id, timestamp, context: { problem, solution } }) => [
        `${paint.bold(line(problem))}  ${paint.dim(`${timestamp.slice(0, 10)} · ${id}`)}`,
        solution !== "" && `  → ${line(solution)}`,
      ]);
    },
  }),

  defineArchiveTool("get_patterns", "reads", {
    title: "List recurring patterns",
    description: "List commands, edits and designs that recur in past sessions. Use to learn how work is done here.",
    input: z.object({
      type: z
        .enum([...kinds, "all"])
        .default("all")
        .describe("Kind of pattern."),
      minFrequency: z.number().int().min(1).default(2).describe("Minimum uses."),
      limit: z.number().int().min(1).max(50).default(10).describe("Maximum results."),
      projectPath: z.string().optional().describe("Project path or name."),
    }),
    output: answerFrom({
      patterns: [
        {
          type: "string",
          pattern: "string",
          frequency: "number",
          lastUsed: "string",
          examples: [{ sessionId: "string", context: "string" }],
          "filesModified?": ["string"],
        },
      ],
      metadata: { totalPatterns: "number", dateRange: "string", mostCommonType: "string" },
    }),
    examples: [{ type: "command", minFrequency: 3 }, {}],
    cli: { command: "patterns" },

    async run({ type, projectPath, ...query }, app) {
      const only = { kinds: type === "all" ? kinds : [type], project: projectPath };
      const { patterns, total, from, to, topKind } = await app.archive.patterns(app.call, { ...query, ...only });
      return {
        patterns: patterns.map((one) => ({ ...one, type: one.kind, filesModified: one.files })),
        metadata: {
          totalPatterns: total,
          dateRange: from ? `${from.slice(0, 10)} to ${to.slice(0, 10)}` : "",
          mostCommonType: topKind ?? "",
        },
      };
    },

    toText: ({ patterns }, paint) =>
      patterns.map(({ type, pattern, frequency }) => `${String(frequency).padStart(5)}  ${pattern} ${paint.dim(type)}`),
    whenEmpty: "No recurring patterns yet. Import earlier sessions with `throughline import sessions`.",
  }),
];

const sizeOf = (documents: number) => `${documents} documents`;

/** A result is a pointer; session_read returns the whole text. */
const maxChars = 600;
const maxFiles = 20;
/** At a terminal. */
const maxLine = 240;

const toResult = ({ exchange, score, matches, snippet }: RankedExchange) => ({
  id: shortExchangeId(exchange),
  sessionId: exchange.sessionId,
  timestamp: exchange.at,
  relevanceScore: Math.round(score * 10_000) / 10_000,
  matchCount: matches,
  snippet,
  context: {
    problem: exchange.question.slice(0, maxChars),
    solution: reportOf(exchange).slice(0, maxChars),
    files: exchange.files.slice(0, maxFiles),
  },
});

export const fetchContext = defineArchiveTool("fetch_context", "reads", {
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
