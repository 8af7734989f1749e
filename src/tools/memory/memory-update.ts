import * as z from "zod";
import { maxContentLength, maxTitleLength } from "../../domain/memory/lesson.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { anchorNames, memoryId, neededText, outcome, tagList, textUpTo } from "../memory-fields.js";

export const memoryUpdate = defineTool({
  name: "memory_update",
  toolset: "memory",
  effect: "replaces",
  title: "Correct a memory",
  description: "Correct, confirm or reject a memory; its history stays. Use when it is outdated or possibly stale.",
  input: z.object({
    memory_id: memoryId,
    title: neededText(maxTitleLength).optional().describe("New title."),
    content: neededText(maxContentLength).optional().describe("New text."),
    outcome: outcome.optional().describe("New outcome."),
    tags: tagList.optional().describe("New tags."),
    anchors: anchorNames.optional().describe("New anchors."),
    state: z.enum(["heard", "candidate", "verified", "rejected"]).optional().describe("New state."),
    confirm: z.boolean().optional().describe("Still true although its anchors changed."),
    reason: textUpTo(1000).optional().describe("Reason."),
  }),
  output: answerOf({
    id: "string",
    state: "string",
    confidence: "number",
    "supersedes?": "string",
  }),
  examples: [{ memory_id: "mem_1" }],
  cli: { command: "memory update", positional: ["memory_id"] },

  async run({ memory_id, ...changes }, app) {
    const { id, state, confidence, supersedes } = await app.memories.update(app.call, memory_id, changes);
    return { id, state, confidence, ...(id.startsWith(memory_id) ? {} : { supersedes }) };
  },

  toText: ({ id, supersedes }) => (supersedes ? `${id} supersedes ${supersedes}.` : `Updated ${id}.`),
});
