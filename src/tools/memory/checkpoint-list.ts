import * as z from "zod";
import { shortId } from "../../base/ids.js";
import type { Checkpoint } from "../../store/memory/checkpoint-store.js";
import { answerOf } from "../answer-schema.js";
import { defineMemoryTool } from "../define-tool.js";
import { tenantId } from "../fields.js";
import { limitUpTo } from "../memory-fields.js";
import { searchedTenant } from "../searched-tenant.js";

export const checkpointList = defineMemoryTool({
  name: "checkpoint_list",
  effect: "reads",
  title: "List checkpoints",
  description: "List checkpoints, newest first. Use to find one for checkpoint_resume.",
  input: z.object({
    tenant_id: tenantId,
    session_id: z.string().optional().describe("Only of this session."),
    project_path: z.string().optional().describe("Only of this project."),
    limit: limitUpTo(1000).default(20).describe("Maximum results."),
    auto_only: z.boolean().optional().describe("Only those made by hooks."),
  }),
  output: answerOf({
    checkpoints: [
      {
        id: "string",
        session_id: "string",
        name: "string",
        description: "string",
        summary: "string",
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
  examples: [{}],
  cli: { command: "checkpoint list" },

  async run({ tenant_id, session_id, project_path, limit, auto_only }, app) {
    const isAutomatic = auto_only ? true : undefined;
    const listing = { sessionId: session_id, projectPath: project_path, isAutomatic, limit };
    const { checkpoints, total } = await app.checkpoints.list(app.call, tenant_id, listing);
    const answer = { checkpoints: checkpoints.map(show), count: checkpoints.length, total };
    if (total > 0) return answer;
    const countOwn = async () => (await app.checkpoints.list(app.call, undefined, listing)).total;
    return { ...answer, ...(await searchedTenant(app, tenant_id, countOwn)) };
  },

  toText({ checkpoints }, paint) {
    if (checkpoints.length === 0) return "No checkpoints. Save one with `throughline checkpoint save`.";
    return checkpoints
      .map((one) => `${shortId(one.id)} ${paint.dim(String(one.created_at).slice(0, 16))} ${one.name || one.summary}`)
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
