import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { fromFolder, tenantId } from "../fields.js";

const line = z.string().max(1000);
const text = z.string().max(1_000_000);

export const checkpointSave = defineTool({
  name: "checkpoint_save",
  toolset: "memory",
  effect: "adds",
  title: "Save a checkpoint",
  description:
    "Save where this session stands, so that it can be resumed. Use it before risky steps and when the context fills up. For lessons use memory_record.",
  input: z.object({
    session_id: z.string().min(1).max(500).describe("Current session."),
    tenant_id: tenantId,
    project_path: z.string().min(1).max(4096).describe("Path of the project."),
    name: line.default("").describe("Short name."),
    description: text.default("").describe("Longer description."),
    summary: text.default("").describe("Brief summary."),
    context: text.default("").describe("What to know to go on."),
    full_state: z.string().max(10_485_760).default("").describe("Whole state, JSON."),
    token_count: z.int().min(0).optional().describe("Tokens; estimated if left out."),
    threshold: z.number().min(0).max(100).optional().describe("Context use in percent."),
    auto_created: z.boolean().default(false).describe("Not made by a person."),
    metadata: z.record(z.string(), z.unknown()).default({}).describe("Anything else."),
  }),
  output: z.object({
    id: z.string(),
    session_id: z.string(),
    summary: z.string(),
    token_count: z.int(),
    auto_created: z.boolean(),
  }),
  examples: [{ session_id: "s1", tenant_id: "ada", project_path: "/work/shop", summary: "Auth works." }],
  cli: {
    command: "checkpoint save",
    positional: ["summary"],
    defaults: {
      session_id: async () => "terminal",
      tenant_id: fromFolder.tenant,
      project_path: fromFolder.project,
    },
  },

  async run(input, app) {
    const saved = await app.checkpoints.save(app.call, input.tenant_id, {
      ...{ name: input.name, description: input.description, summary: input.summary, context: input.context },
      ...{ threshold: input.threshold, metadata: input.metadata, tokenCount: input.token_count },
      sessionId: input.session_id,
      projectPath: input.project_path,
      fullState: input.full_state,
      autoCreated: input.auto_created,
    });
    return {
      id: saved.id,
      session_id: saved.sessionId,
      summary: saved.summary,
      token_count: saved.tokenCount,
      auto_created: saved.autoCreated,
    };
  },

  toText: ({ id, token_count }) => `Saved ${id} (about ${token_count} tokens).`,
});
