import * as z from "zod";
import { defineTool } from "../define-tool.js";

const hit = z.object({
  key: z.string(),
  file: z.string().describe("Path inside the store."),
  line: z.int(),
  text: z.string(),
  score: z.number().describe("0 to 1, best first."),
});

const mostHits = 50;

export const contextSearch = defineTool({
  name: "context_search",
  toolset: "context",
  effect: "reads",
  title: "Search team context",
  description:
    "Search what the team wrote down about this project, line by line, best match first. " +
    "Use it before you decide how something should be done here. " +
    "For lessons of earlier sessions use memory_search; for past conversations use search_archive.",
  input: z.object({ query: z.string().describe("Words to look for.") }),
  output: z.array(hit),
  examples: [{ query: "database migration" }],
  cli: { command: "context search", positional: ["query"] },

  run: ({ query }, app) => app.context.search(app.call.folder, query, mostHits),

  toText(hits, paint) {
    if (hits.length === 0) return "Nothing in the team context matches.";
    return hits.map(({ file, line, text }) => `${paint.dim(`${file}:${line}`)} ${text}`).join("\n");
  },
});
