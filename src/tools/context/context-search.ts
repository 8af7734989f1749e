import * as z from "zod";
import { type ContextHit, searchContext } from "../../domain/context/search-context.js";
import { answerOf } from "../answer-schema.js";
import { defineContextTool } from "../define-tool.js";

const maxHits = 50;

export const contextSearch = defineContextTool("context_search", "reads", {
  title: "Search team context",
  description:
    "Search the team's knowledge, conventions, decisions and skills. Use before deciding how to do something. For lessons use memory_search; for past sessions search_archive.",
  input: z.object({ query: z.string().describe("Search query.") }),
  output: answerOf<ContextHit[]>([
    { key: "string", file: "string", line: "number", text: "string", score: "number", scope: "string" },
  ]),
  examples: [{ query: "database migration" }],
  cli: { command: "context search", isSearch: true, positional: ["query"] },

  async run({ query }, project, app) {
    await app.indexContext(app.call);
    return searchContext(app.search, project, { tenant: app.call.tenant, query, limit: maxHits });
  },

  toText: (hits, paint) => hits.map(({ file, line, text }) => `${paint.dim(`${file}:${line}`)} ${text}`),
  whenEmpty:
    "No entry of this project's team context matches. Try other words, list all with `throughline knowledge list`, or search everything with `throughline search`.",
});
