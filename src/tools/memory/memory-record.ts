import * as z from "zod";
import { maxContentLength, maxTitleLength } from "../../domain/memory/lesson.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { fromFolder, projectId } from "../fields.js";
import { anchorNames, neededText, outcome, tagList } from "../memory-fields.js";

export const memoryRecord = defineTool({
  name: "memory_record",
  toolset: "memory",
  effect: "adds",
  title: "Record a memory",
  description:
    "Record a lesson: what worked, or what failed and why. Use after solving something; for errors use remediation_record.",
  input: z.object({
    project_id: projectId,
    title: neededText(maxTitleLength).describe("Up to 100 characters."),
    content: neededText(maxContentLength).describe("The lesson."),
    outcome: outcome.describe("Did it work?"),
    tags: tagList.optional().describe("Tags for grouping."),
    anchors: anchorNames.optional().describe("Files or symbols it is about: src/a.ts, src/a.ts#run."),
  }),
  output: answerOf({
    id: "string",
    title: "string",
    outcome: "string",
    confidence: "number",
    "joined?": "string",
    "similar?": "string",
  }),
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

  async run({ project_id, title: fullTitle, content, outcome: taskOutcome, tags = [], anchors = [] }, app) {
    const lesson = {
      project: project_id,
      title: fullTitle.trim(),
      content: content.trim(),
      outcome: taskOutcome,
      tags,
      anchors,
    };
    const { id, title, outcome, confidence, isJoined, similarTo } = await app.memories.record(app.call, lesson);
    return {
      ...{ id, title, outcome, confidence },
      ...(isJoined ? { joined: id } : {}),
      ...(similarTo ? { similar: similarTo } : {}),
    };
  },

  toText: ({ id, title, joined, similar }) =>
    joined
      ? `"${title}" was recorded before as ${id}; this counts as evidence.`
      : `Recorded "${title}" as ${id}.${similar ? ` ${similar} says nearly the same: correct it with memory update if this replaces it.` : ""}`,
});
