import * as z from "zod";
import { opening } from "../../base/text/sentences.js";
import { reportOf } from "../../domain/archive/extract/report-of.js";
import type { RankedExchange } from "../../domain/archive/query/find-exchanges.js";
import { shortExchangeId } from "../../store/archive/exchange-document.js";
import { answerOf } from "../answer-schema.js";
import { defineArchiveTool } from "../define-tool.js";

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

export const searchArchive = defineArchiveTool({
  name: "search_archive",
  effect: "reads",
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
  output: answerOf({
    results: [
      {
        id: "string",
        sessionId: "string",
        timestamp: "string",
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
});

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
