import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { memoryId, memoryShape, memoryText, showMemory } from "../memory-fields.js";

export const memoryGet = defineTool({
  name: "memory_get",
  toolset: "memory",
  effect: "reads",
  title: "Show a memory",
  description: "Show a memory with its evidence, votes and history. Use with an id from memory_search.",
  input: z.object({ memory_id: memoryId }),
  output: answerOf({
    memory: {
      ...memoryShape,
      project: "string",
      source: "string",
      author: "string",
      votes: { helpful: "number", unhelpful: "number", succeeded: "number", failed: "number" },
      reason: "string",
      supersedes: "string",
      superseded_by: "string",
      anchors: ["string"],
      evidence: [{ at: "string", author: "string", title: "string", "quote?": "string" }],
      created_at: "string",
      updated_at: "string",
    },
    history: [memoryShape],
  }),
  examples: [{ memory_id: "mem_1" }],
  cli: { command: "memory show", positional: ["memory_id"] },

  async run({ memory_id }, app) {
    const { memory, history } = await app.memories.get(app.call, memory_id);
    const { project, source, author, anchors, evidence, votes, supersedes, supersededBy, reason } = memory;
    return {
      memory: {
        ...showMemory(memory),
        ...{ project, source, author, votes, reason, supersedes, superseded_by: supersededBy },
        anchors: anchors.map(({ name }) => name),
        evidence: evidence.map(({ exchange: _, ...one }) => one),
        ...{ created_at: memory.createdAt, updated_at: memory.updatedAt },
      },
      history: history.map((one) => showMemory({ ...one, stale: [] })),
    };
  },

  toText({ memory, history }, paint) {
    const quotes = memory.evidence.flatMap(({ quote, at, author }: { quote?: string; at: string; author: string }) =>
      quote ? [`  "${quote}" ${paint.dim(`${author}, ${at.slice(0, 10)}`)}`] : [],
    );
    const older = history.map((one) => `${paint.dim("replaced:")} ${memoryText(one, paint)}`);
    return [memoryText(memory, paint), ...quotes, ...older].join("\n");
  },
});
