import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineMemoryTool } from "../define-tool.js";
import { fromFolder, limitUpTo, memoryShape, memoryText, neededText, projectId, showMemory } from "../memory-fields.js";

export const memorySearch = defineMemoryTool("memory_search", "reads", {
  title: "Search memories",
  description:
    "Search lessons of earlier sessions, best first. Use before a task; for past conversations use search_archive.",
  input: z.object({
    project_id: projectId,
    query: neededText(10_000).describe("Question or keywords."),
    limit: limitUpTo(100).default(5).describe("Maximum results."),
  }),
  output: answerOf({ memories: [memoryShape], count: "number", "hint?": "string" }),
  examples: [{ project_id: "shop", query: "flaky login test" }],
  cli: {
    command: "memory search",
    isSearch: true,
    positional: ["query"],
    defaults: { project_id: fromFolder.project },
  },

  async run({ project_id, query, limit }, app) {
    const memories = await app.memories.search(app.call, { project: project_id, query, limit });
    const hint = `Nothing in the memories of ${project_id}. Try other words, or recall, which also searches fixes, sessions, team knowledge and code.`;
    return { memories: memories.map(showMemory), count: memories.length, ...(memories.length > 0 ? {} : { hint }) };
  },

  toText: ({ memories }, paint) => memories.map((one) => memoryText(one, paint)),
  whenEmpty:
    "No memories match. Search everything with `throughline search`, or record a lesson with `throughline memory record`.",
});
