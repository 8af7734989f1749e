import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { shortId } from "../../base/ids.js";
import { tokenEstimate } from "../../base/text/estimate-tokens.js";
import { formatCount } from "../../base/text/plural.js";
import type { AppCall } from "../../domain/app.js";
import { resumeLevels } from "../../domain/memory/checkpoints.js";
import { answerFrom, texts } from "../answer-schema.js";
import { defineMemoryTool, type Tool } from "../define-tool.js";
import { limitUpTo, neededText, searchedTenant, tenantId, textUpTo } from "../memory-fields.js";

const text = textUpTo(1_000_000);
const count = z.int().refine((value) => value >= 0, "must not be negative");
const percent = z.number().refine((value) => value >= 0 && value <= 100, "must be 0 to 100");

export const checkpointTools: readonly Tool[] = [
  defineMemoryTool("checkpoint_save", "adds", {
    title: "Save a checkpoint",
    description: "Save this session's state. Use before risky steps and when the context fills up.",
    input: z.object({
      session_id: neededText(500).optional().meta({ description: "Leave out.", listedAsRequired: true }),
      tenant_id: tenantId,
      project_path: neededText(4096).optional().meta({ description: "Default: this one.", listedAsRequired: true }),
      name: textUpTo(1000).optional().describe("Short name."),
      description: text.optional().describe("Longer description."),
      summary: text.optional().describe("Short summary."),
      context: text.optional().describe("What is needed to continue."),
      full_state: textUpTo(10_485_760).optional().describe("Complete state as JSON."),
      token_count: count.optional().describe("Default: estimated."),
      threshold: percent.optional().describe("Context usage in percent."),
      auto_created: z.boolean().optional().describe("Saved by a hook."),
      metadata: z.looseObject({}).optional().describe("Anything else."),
    }),
    output: answerFrom({ ...texts("id", "session_id", "summary"), token_count: "number", auto_created: "boolean" }),
    examples: [{ project_path: "/work/shop", summary: "Auth works." }],
    cli: { command: "checkpoint save", positional: ["summary"], defaults: { session_id: async () => "terminal" } },

    async run({ name = "", description = "", summary = "", context = "", metadata = {}, ...input }, app) {
      const texts = { name, description, summary, context, fullState: input.full_state ?? "" };
      // Nothing could be resumed from an empty one.
      if (!Object.values(texts).some((one) => one.trim()) && Object.keys(metadata).length === 0)
        throw new AppError("invalid", "The checkpoint is empty.", {
          hint: "Give a summary, and the context to continue from.",
        });
      return app.checkpoints.save(app.call, input.tenant_id, {
        ...texts,
        metadata,
        autoCreated: input.auto_created ?? false,
        threshold: input.threshold,
        tokenCount: input.token_count,
        sessionId: input.session_id ?? app.call.session ?? "",
        projectPath: input.project_path ?? (await app.identity.root(app.call.folder)),
      });
    },

    toText: ({ id, token_count }) => `Saved ${shortId(id)} (about ${formatCount(token_count, "token")}).`,
  }),

  defineMemoryTool("checkpoint_list", "reads", {
    title: "List checkpoints",
    description: "List checkpoints, newest first. Use to find one for checkpoint_resume.",
    input: z.object({
      tenant_id: tenantId,
      session_id: z.string().optional().describe("Only of this session."),
      project_path: z.string().optional().describe("Only of this project."),
      limit: limitUpTo(1000).default(20).describe("Maximum results."),
      auto_only: z.boolean().optional().describe("Only those made by hooks."),
    }),
    output: answerFrom({
      checkpoints: [
        {
          ...texts("id", "session_id", "name", "description", "summary"),
          token_count: "number",
          threshold: "number",
          auto_created: "boolean",
          created_at: "string",
          project_path: "string",
          metadata: { "*": "any" },
        },
      ],
      count: "number",
      total: "number",
      "searched_tenant?": "string",
      "hint?": "string",
    }),
    cli: { command: "checkpoint list" },

    async run({ tenant_id, session_id: sessionId, project_path: projectPath, limit, auto_only }, app) {
      const listing = { sessionId, projectPath, isAutomatic: auto_only || undefined, limit };
      const { checkpoints, total } = await app.checkpoints.list(app.call, tenant_id, listing);
      const countOwn = async () => (await app.checkpoints.list(app.call, undefined, listing)).total;
      return {
        checkpoints: checkpoints.map((one) => ({ ...one, threshold: one.threshold ?? 0 })),
        count: checkpoints.length,
        total,
        ...(total > 0 ? {} : await searchedTenant(app, tenant_id, countOwn)),
      };
    },

    toText: ({ checkpoints }, paint) =>
      checkpoints.map(
        (one) => `${shortId(one.id)} ${paint.dim(one.created_at.slice(0, 16))} ${one.name || one.summary}`,
      ),
    whenEmpty: "No checkpoints. Save one with `throughline checkpoint save`.",
  }),

  defineMemoryTool("checkpoint_resume", "reads", {
    title: "Resume a checkpoint",
    description: "Read a checkpoint; each level includes the previous one. Use to continue after a restart.",
    input: z.object({
      checkpoint_id: z.string().optional().meta({ description: "Default: the newest here.", listedAsRequired: true }),
      tenant_id: tenantId,
      level: z.enum(resumeLevels).optional().meta({ description: "How much to return.", listedAsRequired: true }),
    }),
    output: answerFrom({
      ...texts("checkpoint_id", "session_id", "content"),
      token_count: "number",
      level: "string",
      token_counting: "string",
    }),
    examples: [{ checkpoint_id: "cp_1", level: "summary" }],
    cli: { command: "checkpoint resume", positional: ["checkpoint_id", "level"] },

    async run({ checkpoint_id, tenant_id, level = "context" }, app) {
      const id = checkpoint_id ?? (await newestHere(app, tenant_id));
      const { checkpoint, ...resumed } = await app.checkpoints.resume(app.call, tenant_id, id, level);
      const { id: checkpointId, sessionId } = checkpoint;
      return { ...resumed, checkpointId, sessionId, level, tokenCounting: tokenEstimate };
    },

    toText: ({ content }) => content,
    whenEmpty: "Nothing was saved at this level.",
  }),

  defineMemoryTool("checkpoint_diff", "reads", {
    title: "Compare checkpoints",
    description: "Compare two checkpoints. Use to see what changed.",
    input: z.object({
      from_id: z.string().describe("Earlier checkpoint."),
      to_id: z.string().describe("Later checkpoint."),
      tenant_id: tenantId,
    }),
    output: answerFrom({ from_id: "string", to_id: "string", diff: "string" }),
    examples: [{ from_id: "cp_1", to_id: "cp_2" }],
    cli: { command: "checkpoint diff", positional: ["from_id", "to_id"] },

    async run({ from_id, to_id, tenant_id }, app) {
      const { diff } = await app.checkpoints.diff(app.call, tenant_id, from_id, to_id);
      return { from_id, to_id, diff };
    },

    toText: ({ diff }) => diff.trimEnd(),
    whenEmpty: "The checkpoints are identical.",
  }),
];

async function newestHere(app: AppCall, tenantId: string | undefined): Promise<string> {
  const listing = { projectPath: app.call.folder, limit: 1 };
  const [newest] = (await app.checkpoints.list(app.call, tenantId, listing)).checkpoints;
  if (newest) return newest.id;
  throw new AppError("missing", "No checkpoint was saved in this project.", {
    hint: "List those of other projects with checkpoint_list.",
  });
}
