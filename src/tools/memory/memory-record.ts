import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { fromFolder, projectId } from "../fields.js";
import { anchorNames, outcome, tagList } from "../memory-fields.js";

export const memoryRecord = defineTool({
  name: "memory_record",
  toolset: "memory",
  effect: "adds",
  title: "Record a memory",
  description:
    "Keep a lesson for later sessions: what worked, or what failed and why. Use it after solving something that was not plain. " +
    "For team facts use context_add_knowledge; for an error's fix remediation_record.",
  input: z.object({
    project_id: projectId,
    title: z.string().trim().min(1).max(100).describe("Brief title."),
    content: z.string().trim().min(1).max(100_000).describe("The lesson, in full."),
    outcome: outcome.describe("Whether it worked."),
    tags: tagList.default([]).describe("Words to group by."),
    anchors: anchorNames.default([]).describe("Files or symbols it is about: src/a.ts, src/a.ts#run."),
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
  cli: {
    command: "memory record",
    positional: ["title", "content"],
    defaults: { project_id: fromFolder.project, outcome: async () => "success" },
  },

  async run({ project_id, ...lesson }, app) {
    const { id, title, outcome, confidence } = await app.memories.record(app.call, { project: project_id, ...lesson });
    return { id, title, outcome, confidence };
  },

  toText: ({ id, title }) => `Recorded "${title}" as ${id}.`,
});
