import * as z from "zod";
import type { Checkpoint } from "../../store/memory/checkpoint-store.js";
import { defineTool } from "../define-tool.js";
import { fromFolder, tenantId } from "../fields.js";

export const checkpointList = defineTool({
  name: "checkpoint_list",
  toolset: "memory",
  effect: "reads",
  title: "List checkpoints",
  description: "Checkpoints, newest first; filters combine. Use it to find one for checkpoint_resume.",
  input: z.object({
    tenant_id: tenantId,
    session_id: z.string().optional().describe("Only this session."),
    project_path: z.string().optional().describe("Only this project."),
    limit: z.int().min(1).max(1000).default(20).describe("Most results."),
    auto_only: z.boolean().default(false).describe("Only automatic ones."),
  }),
  output: z.object({ checkpoints: z.array(z.looseObject({ id: z.string() })), count: z.int(), total: z.int() }),
  examples: [{ tenant_id: "ada" }],
  cli: { command: "checkpoint list", defaults: { tenant_id: fromFolder.tenant } },

  async run({ tenant_id, session_id, project_path, limit, auto_only }, app) {
    const listing = { sessionId: session_id, projectPath: project_path, autoOnly: auto_only, limit };
    const { checkpoints, total } = await app.checkpoints.list(app.call, tenant_id, listing);
    return { checkpoints: checkpoints.map(show), count: checkpoints.length, total };
  },

  toText({ checkpoints }, paint) {
    if (checkpoints.length === 0) return "No checkpoints.";
    return checkpoints
      .map((one) => `${one.id} ${paint.dim(String(one.created_at))} ${one.name || one.summary}`)
      .join("\n");
  },
});

const show = (one: Checkpoint) => ({
  id: one.id,
  session_id: one.sessionId,
  name: one.name,
  description: one.description,
  summary: one.summary,
  token_count: one.tokenCount,
  threshold: one.threshold ?? 0,
  auto_created: one.autoCreated,
  created_at: one.createdAt,
  project_path: one.projectPath,
  metadata: one.metadata,
});
