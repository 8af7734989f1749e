import * as z from "zod";
import { defineTool } from "../define-tool.js";

const memory = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  outcome: z.enum(["success", "failure"]),
  confidence: z.number().describe("0 to 1."),
  tags: z.array(z.string()),
});

export const memorySearch = defineTool({
  name: "memory_search",
  toolset: "memory",
  effect: "reads",
  title: "Search memories",
  description:
    "Find lessons learned in earlier sessions of a project, best match first. " +
    "Use it before you start a task, and when something fails in a way that may have happened before. " +
    "For the words of a past conversation use search_archive; for what the team agreed on use context_search.",
  input: z.object({
    project_id: z.string().min(1).describe("The project, as it was named when recording."),
    query: z.string().describe("What you want to know, in plain words."),
    limit: z.int().min(1).max(100).default(5).describe("Most results."),
  }),
  output: z.object({ memories: z.array(memory), count: z.int() }),
  examples: [{ project_id: "shop", query: "flaky login test" }],
  cli: { command: "memory search", positional: ["query"] },

  async run({ project_id, query, limit }, app) {
    const found = await app.memories.search(app.call, { project: project_id, query, limit });
    const memories = found.map(({ id, title, content, outcome, confidence, tags }) => ({
      ...{ id, title, content, outcome, confidence },
      tags: [...tags],
    }));
    return { memories, count: memories.length };
  },

  toText({ memories }, paint) {
    if (memories.length === 0) return "No memory matches. Record one with `memory record` once you have learned it.";
    return memories.map((one) => `${paint.bold(one.title)} ${paint.dim(one.id)}\n  ${one.content}`).join("\n");
  },
});
