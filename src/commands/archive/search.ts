import { z } from "zod";
import { searchArchive } from "../../tools/archive/search-archive.js";
import { defineCommand } from "../define-command.js";

export const search = defineCommand({
  name: "search",
  summary: "Search past sessions.",
  input: z.object({
    query: z.string().min(1).describe("Words to look for."),
    limit: z.number().int().min(1).max(100).default(10).describe("Most results."),
    project: z.string().optional().describe("Only this project: path or name."),
  }),
  positional: ["query"],
  examples: ['search "connection pool"'],

  run: ({ query, limit, project }, app) =>
    searchArchive.run({ query, limit, sortBy: "relevance", ...(project ? { projectPath: project } : {}) }, app),

  toText: (answer, paint) => searchArchive.toText(answer, paint),
});
