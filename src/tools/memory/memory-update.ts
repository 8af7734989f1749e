import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { anchorNames, memoryId, outcome, tagList } from "../memory-fields.js";

export const memoryUpdate = defineTool({
  name: "memory_update",
  toolset: "memory",
  effect: "replaces",
  title: "Correct a memory",
  description:
    "Correct, confirm or reject a memory. New words make a new one that supersedes it; history stays. " +
    "Use it when a memory is outdated or flagged stale; to erase it use memory_forget.",
  input: z.object({
    memory_id: memoryId,
    title: z.string().trim().min(1).max(100).optional().describe("New title."),
    content: z.string().trim().min(1).max(100_000).optional().describe("New text."),
    outcome: outcome.optional().describe("New outcome."),
    tags: tagList.optional().describe("New tags."),
    anchors: anchorNames.optional().describe("New anchors."),
    state: z.enum(["candidate", "verified", "rejected"]).optional().describe("New state."),
    confirm: z.boolean().default(false).describe("It still holds although its anchors changed."),
    reason: z.string().max(1000).optional().describe("Why."),
  }),
  output: z.looseObject({ id: z.string(), state: z.string(), confidence: z.number() }),
  examples: [{ memory_id: "mem_none" }],
  cli: { command: "memory update", positional: ["memory_id"] },

  async run({ memory_id, ...changes }, app) {
    const { id, state, confidence, supersedes } = await app.memories.update(app.call, memory_id, changes);
    return { id, state, confidence, ...(id === memory_id ? {} : { supersedes }) };
  },

  toText: ({ id, supersedes }) => (supersedes ? `${id} supersedes ${supersedes}.` : `Updated ${id}.`),
});
