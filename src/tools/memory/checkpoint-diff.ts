import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { fromFolder, tenantId } from "../fields.js";

export const checkpointDiff = defineTool({
  name: "checkpoint_diff",
  toolset: "memory",
  effect: "reads",
  title: "Compare checkpoints",
  description: "What changed from one checkpoint to another. Use it to see what a session did in between.",
  input: z.object({
    from_id: z.string().min(1).describe("The earlier one."),
    to_id: z.string().min(1).describe("The later one."),
    tenant_id: tenantId,
  }),
  output: z.object({ from_id: z.string(), to_id: z.string(), diff: z.string() }),
  examples: [{ from_id: "cp_none", to_id: "cp_none", tenant_id: "ada" }],
  cli: { command: "checkpoint diff", positional: ["from_id", "to_id"], defaults: { tenant_id: fromFolder.tenant } },

  async run({ from_id, to_id, tenant_id }, app) {
    const { diff } = await app.checkpoints.diff(app.call, tenant_id, from_id, to_id);
    return { from_id, to_id, diff };
  },

  toText: ({ diff }) => diff.trimEnd() || "They are the same.",
});
