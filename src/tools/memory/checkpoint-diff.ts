import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineMemoryTool } from "../define-tool.js";
import { tenantId } from "../fields.js";

export const checkpointDiff = defineMemoryTool({
  name: "checkpoint_diff",
  effect: "reads",
  title: "Compare checkpoints",
  description: "Compare two checkpoints. Use to see what changed.",
  input: z.object({
    from_id: z.string().describe("Earlier checkpoint."),
    to_id: z.string().describe("Later checkpoint."),
    tenant_id: tenantId,
  }),
  output: answerOf({ from_id: "string", to_id: "string", diff: "string" }),
  examples: [{ from_id: "cp_1", to_id: "cp_2" }],
  cli: { command: "checkpoint diff", positional: ["from_id", "to_id"] },

  async run({ from_id, to_id, tenant_id }, app) {
    const { diff } = await app.checkpoints.diff(app.call, tenant_id, from_id, to_id);
    return { from_id, to_id, diff };
  },

  toText: ({ diff }) => diff.trimEnd() || "The checkpoints are identical.",
});
