import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { fromFolder, projectId } from "../fields.js";
import { memoryText, showMemory, shownMemory } from "../memory-fields.js";

export const memorySearch = defineTool({
  name: "memory_search",
  toolset: "memory",
  effect: "reads",
  title: "Search memories",
  description:
    "Find lessons of earlier sessions, best first. Use it before a task, and when something fails as it may have before. " +
    "For past conversations use search_archive; for team agreements context_search.",
  input: z.object({
    project_id: projectId,
    query: z.string().max(10_000).describe("What you want to know, in plain words."),
    limit: z.int().min(1).max(100).default(5).describe("Most results."),
  }),
  output: z.object({ memories: z.array(shownMemory), count: z.int() }),
  examples: [{ project_id: "shop", query: "flaky login test" }],
  cli: { command: "memory search", positional: ["query"], defaults: { project_id: fromFolder.project } },

  async run({ project_id, query, limit }, app) {
    const found = await app.memories.search(app.call, { project: project_id, query, limit });
    return { memories: found.map(showMemory), count: found.length };
  },

  toText({ memories }, paint) {
    if (memories.length === 0) return "No memory matches. Record one with `memory record` once you have learned it.";
    return memories.map((one) => memoryText(one, paint)).join("\n");
  },
});
