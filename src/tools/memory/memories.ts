import * as z from "zod";
import { shortId } from "../../base/ids.js";
import { formatCount } from "../../base/text/plural.js";
import { maxContentLength, maxTitleLength } from "../../domain/memory/lesson.js";
import { memoryStates } from "../../store/memory/memory.js";
import { answerFrom, answerOf, texts } from "../answer-schema.js";
import { defineMemoryTool, type Tool } from "../define-tool.js";
import {
  anchorNames,
  fromFolder,
  limitUpTo,
  memoryShape,
  memoryText,
  neededText,
  outcome,
  projectId,
  showMemory,
  tagList,
  textUpTo,
} from "../memory-fields.js";
import { requireOwnMemory } from "../require-own-text.js";

const memory_id = z.string().describe("Memory id.");

export const memoryTools: readonly Tool[] = [
  defineMemoryTool("memory_feedback", "adds", {
    title: "Rate a memory",
    description: "Rate a memory (confidence +0.1 or -0.15). Use after using it.",
    input: z.object({ memory_id, helpful: z.boolean().describe("Did it help?") }),
    output: answerFrom({ memory_id: "string", new_confidence: "number", helpful: "boolean" }),
    examples: [{ memory_id: "mem_1", helpful: true }],
    cli: { command: "memory feedback", positional: ["memory_id", "helpful"] },

    async run({ memory_id: memoryId, helpful }, app) {
      if (helpful) await requireOwnMemory(app, memoryId);
      const { confidence } = await app.memories.signal(app.call, memoryId, helpful ? "helpful" : "unhelpful");
      return { memoryId, newConfidence: confidence, helpful };
    },

    toText: ({ memory_id: id, new_confidence }) => `Confidence of ${id} is now ${new_confidence}.`,
  }),

  defineMemoryTool("memory_list", "reads", {
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

    async run({ project_id: project, offset, ...listing }, app) {
      const page = { ...listing, project, offset: Math.max(0, offset) };
      const { memories, total } = await app.memories.list(app.call, page);
      return { memories: memories.map(showMemory), count: memories.length, total };
    },

    toText: ({ memories, count, total }, paint) =>
      memories.length > 0 && [memories.map((one) => memoryText(one, paint)), paint.dim(`${count} of ${total}`)],
    whenEmpty: "No memories match. Record a lesson with `throughline memory record`.",
  }),

  defineMemoryTool("memory_get", "reads", {
    title: "Show a memory",
    description: "Show a memory with its evidence, votes and history. Use with an id from memory_search.",
    input: z.object({ memory_id }),
    output: answerOf({
      memory: {
        ...memoryShape,
        ...texts("project", "source", "author"),
        votes: { helpful: "number", unhelpful: "number", succeeded: "number", failed: "number" },
        ...texts("reason", "supersedes", "superseded_by"),
        anchors: ["string"],
        evidence: [{ at: "string", author: "string", title: "string", "quote?": "string" }],
        created_at: "string",
        updated_at: "string",
      },
      history: [memoryShape],
    }),
    examples: [{ memory_id: "mem_1" }],
    cli: { command: "memory show", positional: ["memory_id"] },

    async run({ memory_id: id }, app) {
      const { memory, history } = await app.memories.get(app.call, id);
      return {
        memory: {
          ...showMemory(memory),
          project: memory.project,
          source: memory.source,
          author: memory.author,
          votes: memory.votes,
          reason: memory.reason,
          supersedes: memory.supersedes,
          superseded_by: memory.supersededBy,
          anchors: memory.anchors.map(({ name }) => name),
          evidence: memory.evidence.map(({ exchange: _, ...one }) => one),
          created_at: memory.createdAt,
          updated_at: memory.updatedAt,
        },
        history: history.map((one) => showMemory({ ...one, stale: [] })),
      };
    },

    toText: ({ memory, history }, paint) => [
      memoryText(memory, paint),
      memory.evidence.map(
        ({ quote, at, author }) => quote && `  "${quote}" ${paint.dim(`${author}, ${at.slice(0, 10)}`)}`,
      ),
      history.map((one) => `${paint.dim("replaced:")} ${memoryText(one, paint)}`),
    ],
  }),

  defineMemoryTool("memory_update", "replaces", {
    title: "Correct a memory",
    description: "Correct, confirm or reject a memory; its history stays. Use when it is outdated or possibly stale.",
    input: z.object({
      memory_id,
      title: neededText(maxTitleLength).optional().describe("New title."),
      content: neededText(maxContentLength).optional().describe("New text."),
      outcome: outcome.optional().describe("New outcome."),
      tags: tagList.optional().describe("New tags."),
      anchors: anchorNames.optional().describe("New anchors."),
      state: z.enum(["heard", "candidate", "verified", "rejected"]).optional().describe("New state."),
      confirm: z.boolean().optional().describe("Still true although its anchors changed."),
      reason: textUpTo(1000).optional().describe("Reason."),
    }),
    output: answerFrom({ id: "string", state: "string", confidence: "number", "supersedes?": "string" }),
    examples: [{ memory_id: "mem_1" }],
    cli: { command: "memory update", positional: ["memory_id"] },

    async run({ memory_id: given, ...changes }, app) {
      const { title, content, state } = changes;
      if (title || content || state === "verified") await requireOwnMemory(app, given, { title, content });
      const updated = await app.memories.update(app.call, given, changes);
      return updated.id.startsWith(given) ? { ...updated, supersedes: undefined } : updated;
    },

    toText: ({ id, supersedes }) =>
      supersedes ? `${shortId(id)} supersedes ${shortId(supersedes)}.` : `Updated ${shortId(id)}.`,
  }),

  defineMemoryTool("memory_forget", "deletes", {
    title: "Forget a memory",
    description: "Delete a memory permanently and refuse its text from then on. Use for what must not come back.",
    input: z.object({ memory_id }),
    output: answerOf({ memory_id: "string", forgotten: "number" }),
    examples: [{ memory_id: "mem_1" }],
    cli: {
      command: "memory forget",
      positional: ["memory_id"],
      async confirm({ memory_id: id }, app) {
        // A memory of the team service is not on this machine.
        const hasTeam = app.settings.values["remote.url"] !== "";
        const own = await app.memories.get(app.call, String(id)).catch((error: unknown) => {
          if (!hasTeam) throw error;
        });
        const older = own?.history.length ? ` with ${formatCount(own.history.length, "earlier version")}` : "";
        const what = own ? `"${own.memory.title}" (${shortId(own.memory.id)})${older}` : String(id);
        return `Deletes ${what} and refuses its text from now on. This cannot be undone.`;
      },
    },

    run: async (input, app) => ({ ...input, ...(await app.memories.forget(app.call, input.memory_id)) }),
    toText: (answer) => `Forgot ${shortId(answer.memory_id)}.`,
  }),

  defineMemoryTool("memory_outcome", "adds", {
    title: "Report an outcome",
    description: "Report how a task using a memory ended (confidence +0.05 or -0.08). Use when it is done.",
    input: z.object({ memory_id, succeeded: z.boolean().describe("Did the task succeed?") }),
    output: answerFrom({ recorded: "boolean", new_confidence: "number", message: "string" }),
    examples: [{ memory_id: "mem_1", succeeded: true }],
    cli: { command: "memory outcome", positional: ["memory_id", "succeeded"] },

    async run({ memory_id: id, succeeded }, app) {
      if (succeeded) await requireOwnMemory(app, id);
      const { confidence } = await app.memories.signal(app.call, id, succeeded ? "succeeded" : "failed");
      return { recorded: true, newConfidence: confidence, message: `Confidence of ${id} is now ${confidence}.` };
    },

    toText: ({ message }) => message,
  }),
];
