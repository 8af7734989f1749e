import * as z from "zod";
import type { RankedExchange } from "../../domain/archive/query/find-exchanges.js";
import { defineTool } from "../define-tool.js";
import { answerOf } from "../fields.js";

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

export const searchArchive = defineTool({
  name: "search_archive",
  toolset: "archive",
  effect: "reads",
  title: "Search past sessions",
  description:
    "Search what was said and done in past sessions. Use it to find an error or a change; for lessons memory_search.",
  input: z.object({
    query: z.string().describe("Words."),
    filePattern: z.string().optional().describe("Files changed: `src/**/*.js`."),
    dateRange: z.object({ from: day.optional(), to: day.optional() }).optional().describe("YYYY-MM-DD, both included."),
    projectPath: z.string().optional().describe("Path or name."),
    limit: z.number().int().min(1).max(100).default(10).describe("Most."),
    sortBy: z.enum(["relevance", "date", "frequency"]).default("relevance").describe("Order."),
  }),
  output: answerOf<{
    results: ReturnType<typeof toResult>[];
    metadata: { totalResults: number; searchTime: string; indexSize: string };
  }>(),
  examples: [{ query: "database connection error fix" }],
  cli: { command: "archive search", positional: ["query"] },

  async run({ query, filePattern, dateRange, projectPath, limit, sortBy }, app) {
    const { from, to } = dateRange ?? {};
    const answer = await app.archive.search(app.call, {
      ...{ query, limit, sortBy },
      ...(projectPath ? { project: projectPath } : {}),
      ...(filePattern ? { filePattern } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    });
    return {
      results: answer.hits.map(toResult),
      metadata: {
        totalResults: answer.found,
        searchTime: `${answer.tookMs}ms`,
        indexSize: `${answer.documents} documents`,
      },
    };
  },

  toText({ results }, paint) {
    if (results.length === 0) return "Nothing in the archive matches.";
    return results.map((one) => `${paint.dim(String(one.timestamp))} ${one.sessionId}\n  ${one.snippet}`).join("\n");
  },
});

/** An answer is a pointer: the whole is read with session_read. */
const maxChars = 600;
const maxFiles = 20;

const toResult = ({ exchange, score, matches, snippet }: RankedExchange) => ({
  sessionId: exchange.sessionId,
  timestamp: exchange.at,
  relevanceScore: Math.round(score * 10_000) / 10_000,
  matchCount: matches,
  snippet,
  context: {
    problem: exchange.question.slice(0, maxChars),
    solution: (exchange.solution.outcome || exchange.solution.approach).slice(0, maxChars),
    files: exchange.files.slice(0, maxFiles),
  },
});
