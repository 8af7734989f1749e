import * as z from "zod";
import { shortId } from "../../base/ids.js";
import { formatCount } from "../../base/text/plural.js";
import { maxContentLength, maxTitleLength } from "../../domain/memory/lesson.js";
import { memoryStates } from "../../store/memory/memory.js";
import { answerOf } from "../answer-schema.js";
import { defineMemoryTool, type Tool } from "../define-tool.js";
import { fromFolder, projectId } from "../fields.js";
import {
  anchorNames,
  limitUpTo,
  memoryId,
  memoryShape,
  memoryText,
  neededText,
  outcome,
  showMemory,
  tagList,
  textUpTo,
} from "../memory-fields.js";
import { requireOwnMemory } from "../require-own-text.js";

export const memoryList = defineMemoryTool({
  name: "memory_list",
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
  output: answerOf({ memories: [memoryShape], count: "number", total: "number" }),
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

export const memoryGet = defineMemoryTool({
  name: "memory_get",
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
        project,
        source,
        author,
        votes,
        reason,
        supersedes,
        superseded_by: supersededBy,
        anchors: anchors.map(({ name }) => name),
        evidence: evidence.map(({ exchange: _, ...one }) => one),
        created_at: memory.createdAt,
        updated_at: memory.updatedAt,
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

export const memoryUpdate = defineMemoryTool({
  name: "memory_update",
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
  output: answerOf({ id: "string", state: "string", confidence: "number", "supersedes?": "string" }),
  examples: [{ memory_id: "mem_1" }],
  cli: { command: "memory update", positional: ["memory_id"] },

  async run({ memory_id, ...changes }, app) {
    const { title, content, state: given } = changes;
    if (title || content || given === "verified")
      await requireOwnMemory(app, memory_id, { ...(title ? { title } : {}), ...(content ? { content } : {}) });
    const { id, state, confidence, supersedes } = await app.memories.update(app.call, memory_id, changes);
    return { id, state, confidence, ...(id.startsWith(memory_id) ? {} : { supersedes }) };
  },

  toText: ({ id, supersedes }) =>
    supersedes ? `${shortId(id)} supersedes ${shortId(supersedes)}.` : `Updated ${shortId(id)}.`,
});

export const memoryForget = defineMemoryTool({
  name: "memory_forget",
  effect: "deletes",
  title: "Forget a memory",
  description: "Delete a memory permanently and refuse its text from then on. Use for what must not come back.",
  input: z.object({ memory_id: memoryId }),
  output: answerOf({ memory_id: "string", forgotten: "number" }),
  examples: [{ memory_id: "mem_1" }],
  cli: {
    command: "memory forget",
    positional: ["memory_id"],
    async confirm({ memory_id }, app) {
      // A memory of the team service is not on this machine.
      const hasTeam = app.settings.values["remote.url"] !== "";
      const own = await app.memories.get(app.call, String(memory_id)).catch((error: unknown) => {
        if (!hasTeam) throw error;
      });
      if (!own) return `Deletes ${String(memory_id)} and refuses its text from now on. This cannot be undone.`;
      const { memory, history } = own;
      const older = history.length > 0 ? ` with ${formatCount(history.length, "earlier version")}` : "";
      return `Deletes "${memory.title}" (${shortId(memory.id)})${older} and refuses its text from now on. This cannot be undone.`;
    },
  },

  run: async ({ memory_id }, app) => ({ memory_id, ...(await app.memories.forget(app.call, memory_id)) }),

  toText: ({ memory_id }) => `Forgot ${shortId(memory_id)}.`,
});

export const memoryFeedback = defineMemoryTool({
  name: "memory_feedback",
  effect: "adds",
  title: "Rate a memory",
  description: "Rate a memory (confidence +0.1 or -0.15). Use after using it.",
  input: z.object({ memory_id: memoryId, helpful: z.boolean().describe("Did it help?") }),
  output: answerOf({ memory_id: "string", new_confidence: "number", helpful: "boolean" }),
  examples: [{ memory_id: "mem_1", helpful: true }],
  cli: { command: "memory feedback", positional: ["memory_id", "helpful"] },

  async run({ memory_id, helpful }, app) {
    if (helpful) await requireOwnMemory(app, memory_id);
    const { confidence } = await app.memories.signal(app.call, memory_id, helpful ? "helpful" : "unhelpful");
    return { memory_id, new_confidence: confidence, helpful };
  },

  toText: ({ memory_id, new_confidence }) => `Confidence of ${memory_id} is now ${new_confidence}.`,
});

export const memoryOutcome = defineMemoryTool({
  name: "memory_outcome",
  effect: "adds",
  title: "Report an outcome",
  description: "Report how a task using a memory ended (confidence +0.05 or -0.08). Use when it is done.",
  input: z.object({ memory_id: memoryId, succeeded: z.boolean().describe("Did the task succeed?") }),
  output: answerOf({ recorded: "boolean", new_confidence: "number", message: "string" }),
  examples: [{ memory_id: "mem_1", succeeded: true }],
  cli: { command: "memory outcome", positional: ["memory_id", "succeeded"] },

  async run({ memory_id, succeeded }, app) {
    if (succeeded) await requireOwnMemory(app, memory_id);
    const { confidence } = await app.memories.signal(app.call, memory_id, succeeded ? "succeeded" : "failed");
    return { recorded: true, new_confidence: confidence, message: `Confidence of ${memory_id} is now ${confidence}.` };
  },

  toText: ({ message }) => message,
});

export const memoryTools: readonly Tool[] = [
  memoryFeedback,
  memoryList,
  memoryGet,
  memoryUpdate,
  memoryForget,
  memoryOutcome,
];
