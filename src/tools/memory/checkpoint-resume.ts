import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { tokenEstimate } from "../../base/text/estimate-tokens.js";
import type { AppCall } from "../../domain/app.js";
import { resumeLevels } from "../../domain/memory/checkpoints.js";
import { answerOf } from "../answer-schema.js";
import { defineMemoryTool } from "../define-tool.js";
import { tenantId } from "../fields.js";

export const checkpointResume = defineMemoryTool({
  name: "checkpoint_resume",
  effect: "reads",
  title: "Resume a checkpoint",
  description: "Read a checkpoint; each level includes the previous one. Use to continue after a restart.",
  input: z.object({
    checkpoint_id: z.string().optional().meta({ description: "Default: the newest here.", listedAsRequired: true }),
    tenant_id: tenantId,
    level: z.enum(resumeLevels).optional().meta({ description: "How much to return.", listedAsRequired: true }),
  }),
  output: answerOf({
    checkpoint_id: "string",
    session_id: "string",
    content: "string",
    token_count: "number",
    level: "string",
    token_counting: "string",
  }),
  examples: [{ checkpoint_id: "cp_1", level: "summary" }],
  cli: { command: "checkpoint resume", positional: ["checkpoint_id", "level"] },

  async run({ checkpoint_id: named, tenant_id, level = "context" }, app) {
    const id = named ?? (await newestHere(app, tenant_id));
    const { checkpoint, content, tokenCount } = await app.checkpoints.resume(app.call, tenant_id, id, level);
    return {
      checkpoint_id: checkpoint.id,
      session_id: checkpoint.sessionId,
      content,
      token_count: tokenCount,
      level,
      token_counting: tokenEstimate,
    };
  },

  toText: ({ content }) => (content === "" ? "Nothing was saved at this level." : content),
});

async function newestHere(app: AppCall, tenantId: string | undefined): Promise<string> {
  const listing = { projectPath: app.call.folder, limit: 1 };
  const [newest] = (await app.checkpoints.list(app.call, tenantId, listing)).checkpoints;
  if (newest) return newest.id;
  throw new AppError("missing", "No checkpoint was saved in this project.", {
    hint: "List those of other projects with checkpoint_list.",
  });
}
