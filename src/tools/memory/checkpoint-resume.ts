import * as z from "zod";
import { tokenEstimate } from "../../base/text/estimate-tokens.js";
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
    checkpoint_id: z.string().describe("Checkpoint id."),
    tenant_id: tenantId,
    level: z.enum(resumeLevels).describe("How much to return."),
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
  cli: {
    command: "checkpoint resume",
    positional: ["checkpoint_id", "level"],
    defaults: { level: async () => "context" },
  },

  async run({ checkpoint_id, tenant_id, level }, app) {
    const { checkpoint, content, tokenCount } = await app.checkpoints.resume(app.call, tenant_id, checkpoint_id, level);
    return {
      ...{ checkpoint_id, session_id: checkpoint.sessionId, content, token_count: tokenCount, level },
      token_counting: tokenEstimate,
    };
  },

  toText: ({ content }) => (content === "" ? "Nothing was saved at this level." : content),
});
