import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { shortId } from "../../base/ids.js";
import { formatCount } from "../../base/text/plural.js";
import { answerOf } from "../answer-schema.js";
import { defineMemoryTool } from "../define-tool.js";
import { tenantId } from "../fields.js";
import { neededText, textUpTo } from "../memory-fields.js";

const text = textUpTo(1_000_000);
const count = z.int().refine((value) => value >= 0, "must not be negative");
const percent = z.number().refine((value) => value >= 0 && value <= 100, "must be 0 to 100");

export const checkpointSave = defineMemoryTool({
  name: "checkpoint_save",
  effect: "adds",
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
  output: answerOf({
    id: "string",
    session_id: "string",
    summary: "string",
    token_count: "number",
    auto_created: "boolean",
  }),
  examples: [{ project_path: "/work/shop", summary: "Auth works." }],
  cli: { command: "checkpoint save", positional: ["summary"], defaults: { session_id: async () => "terminal" } },

  async run(input, app) {
    requireContent(input);
    const saved = await app.checkpoints.save(app.call, input.tenant_id, {
      name: input.name ?? "",
      description: input.description ?? "",
      summary: input.summary ?? "",
      context: input.context ?? "",
      fullState: input.full_state ?? "",
      metadata: input.metadata ?? {},
      autoCreated: input.auto_created ?? false,
      threshold: input.threshold,
      tokenCount: input.token_count,
      sessionId: input.session_id ?? app.call.session ?? "",
      projectPath: input.project_path ?? (await app.identity.root(app.call.folder)),
    });
    return {
      id: saved.id,
      session_id: saved.sessionId,
      summary: saved.summary,
      token_count: saved.tokenCount,
      auto_created: saved.autoCreated,
    };
  },

  toText: ({ id, token_count }) => `Saved ${shortId(id)} (about ${formatCount(token_count, "token")}).`,
});

/** Nothing could be resumed from it. */
function requireContent({ name, description, summary, context, full_state, metadata = {} }: Content): void {
  const texts = [name, description, summary, context, full_state];
  if (texts.some((one) => one?.trim()) || Object.keys(metadata).length > 0) return;
  throw new AppError("invalid", "The checkpoint is empty.", {
    hint: "Give a summary, and the context to continue from.",
  });
}

interface Content {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly summary?: string | undefined;
  readonly context?: string | undefined;
  readonly full_state?: string | undefined;
  readonly metadata?: object | undefined;
}
