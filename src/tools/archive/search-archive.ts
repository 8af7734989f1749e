import * as z from "zod";
import type { ArchiveHit } from "../../domain/archive/archive.js";
import { defineTool } from "../define-tool.js";
import { timestamp } from "../fields.js";

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

const result = z.object({
  sessionId: z.string(),
  timestamp,
  relevanceScore: z.number(),
  matchCount: z.int(),
  snippet: z.string(),
  context: z.object({ problem: z.string(), solution: z.string(), files: z.array(z.string()) }),
});

export const searchArchive = defineTool({
  name: "search_archive",
  toolset: "archive",
  effect: "reads",
  title: "Search past sessions",
  description:
    "Search the conversations of past agent sessions, with filters for files, days and project. " +
    "Use it to find out what was tried, asked or changed before. " +
    "For lessons drawn from them use memory_search.",
  input: z.object({
    query: z.string().describe("Words to look for."),
    filePattern: z.string().optional().describe("Only sessions that touched such files: `*.ts`, `src/**/*.js`."),
    dateRange: z
      .object({ from: day.optional(), to: day.optional() })
      .optional()
      .describe("Days as YYYY-MM-DD, both included."),
    projectPath: z.string().optional().describe("Only sessions of this project."),
    limit: z.number().int().min(1).max(100).default(10).describe("Most results."),
    sortBy: z.enum(["relevance", "date", "frequency"]).default("relevance").describe("Order of the results."),
  }),
  output: z.object({
    results: z.array(result),
    metadata: z.object({ totalResults: z.int(), searchTime: z.string(), indexSize: z.string() }),
  }),
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
        indexSize: `${answer.searched} documents`,
      },
    };
  },

  toText({ results }, paint) {
    if (results.length === 0) return "Nothing in the archive matches.";
    return results.map((one) => `${paint.dim(one.timestamp)} ${one.sessionId}\n  ${one.snippet}`).join("\n");
  },
});

const toResult = ({ exchange, score, matches }: ArchiveHit) => ({
  sessionId: exchange.sessionId,
  timestamp: exchange.at,
  relevanceScore: score,
  matchCount: matches,
  snippet: exchange.answer.slice(0, 200),
  context: { problem: exchange.question, solution: exchange.answer, files: [...exchange.files] },
});
