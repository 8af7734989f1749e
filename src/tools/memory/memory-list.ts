import * as z from "zod";
import { memoryStates } from "../../store/memory/memory.js";
import { defineTool } from "../define-tool.js";
import { fromFolder, projectId } from "../fields.js";
import { memoryText, showMemory, shownMemory } from "../memory-fields.js";

export const memoryList = defineTool({
  name: "memory_list",
  toolset: "memory",
  effect: "reads",
  title: "List memories",
  description: "All memories of a project, newest first. Use it to review them; to find one use memory_search.",
  input: z.object({
    project_id: projectId,
    state: z.enum(memoryStates).optional().describe("Only this state."),
    tag: z.string().optional().describe("Only with this tag."),
    limit: z.int().min(1).max(500).default(50).describe("Most results."),
    offset: z.int().min(0).default(0).describe("Results to skip."),
  }),
  output: z.object({ memories: z.array(shownMemory), count: z.int(), total: z.int() }),
  examples: [{ project_id: "shop" }],
  cli: { command: "memory list", defaults: { project_id: fromFolder.project } },

  async run({ project_id, ...listing }, app) {
    const { memories, total } = await app.memories.list(app.call, { project: project_id, ...listing });
    return { memories: memories.map(showMemory), count: memories.length, total };
  },

  toText({ memories, total }, paint) {
    if (memories.length === 0) return "No memories.";
    const lines = memories.map((one) => memoryText(one, paint));
    return [...lines, paint.dim(`${memories.length} of ${total}`)].join("\n");
  },
});
