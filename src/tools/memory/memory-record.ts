import * as z from "zod";
import { defineTool } from "../define-tool.js";

const outcome = z.enum(["success", "failure"]);

export const memoryRecord = defineTool({
  name: "memory_record",
  toolset: "memory",
  effect: "adds",
  title: "Record a memory",
  description:
    "Keep a lesson for later sessions: a strategy that worked, or one that failed and why. " +
    "Use it after you solved something that was not plain. " +
    "For facts the whole team should read use context_add_knowledge; for an error and its fix use remediation_record.",
  input: z.object({
    project_id: z.string().min(1).describe("The project, typically the repository's path."),
    title: z.string().min(1).max(100).describe("Brief title."),
    content: z.string().min(1).describe("The lesson, in full."),
    outcome: outcome.describe("Whether it worked."),
    tags: z.array(z.string()).default([]).describe("Words to group by."),
  }),
  output: z.object({ id: z.string(), title: z.string(), outcome, confidence: z.number() }),
  examples: [
    {
      project_id: "shop",
      title: "Use table-driven tests for Go",
      content: "Table-driven tests with subtests give better coverage and clearer failures.",
      outcome: "success",
      tags: ["go", "testing"],
    },
  ],
  cli: { command: "memory record", positional: ["title", "content"] },

  async run({ project_id, ...lesson }, app) {
    const { id, title, outcome, confidence } = await app.memories.record(app.call, { project: project_id, ...lesson });
    return { id, title, outcome, confidence };
  },

  toText: ({ id, title }) => `Recorded "${title}" as ${id}.`,
});
