import * as z from "zod";
import { memoryStates } from "../../store/memory/memory.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { fromFolder, projectId } from "../fields.js";
import { limitUpTo, memoryShape, memoryText, showMemory } from "../memory-fields.js";

export const memoryList = defineTool({
  name: "memory_list",
  toolset: "memory",
  effect: "reads",
  title: "List memories",
  description: "List a project's memories, newest first. Use to review them.",
  input: z.object({
    project_id: projectId,
    state: z.enum(memoryStates).optional().describe("Only this state."),
    tag: z.string().optional().describe("Only with this tag."),
    limit: limitUpTo(500).default(50).describe("Maximum results."),
    offset: z.int().default(0).describe("Results to skip."),
  }),
  output: answerOf({
    memories: [memoryShape],
    count: "number",
    total: "number",
  }),
  examples: [{ project_id: "shop" }],
  cli: { command: "memory list", defaults: { project_id: fromFolder.project } },

  async run({ project_id, state, tag, limit, offset }, app) {
    const listing = { project: project_id, state, tag, limit, offset: Math.max(0, offset) };
    const { memories, total } = await app.memories.list(app.call, listing);
    return { memories: memories.map(showMemory), count: memories.length, total };
  },

  toText({ memories, total }, paint) {
    if (memories.length === 0) return "No memories match. Record a lesson with `throughline memory record`.";
    const lines = memories.map((one) => memoryText(one, paint));
    return [...lines, paint.dim(`${memories.length} of ${total}`)].join("\n");
  },
});
