import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { fromFolder, tenantId } from "../fields.js";

export const remediationFeedback = defineTool({
  name: "remediation_feedback",
  toolset: "memory",
  effect: "adds",
  title: "Rate a fix",
  description: "Say whether a known fix helped: counts its use, moves its confidence. Use it after trying one.",
  input: z.object({
    remediation_id: z.string().min(1).describe("Id such as rem_…."),
    helpful: z.boolean().describe("True if it helped."),
    tenant_id: tenantId,
  }),
  output: z.object({
    remediation_id: z.string(),
    new_confidence: z.number(),
    helpful: z.boolean(),
    usage_count: z.int(),
  }),
  examples: [{ remediation_id: "rem_none", helpful: true, tenant_id: "ada" }],
  cli: {
    command: "remediation feedback",
    positional: ["remediation_id", "helpful"],
    defaults: { tenant_id: fromFolder.tenant },
  },

  async run({ remediation_id, helpful, tenant_id }, app) {
    const rated = await app.remediations.feedback(app.call, tenant_id, remediation_id, helpful);
    return { remediation_id, new_confidence: rated.confidence, helpful, usage_count: rated.usageCount };
  },

  toText: ({ remediation_id, new_confidence }) => `${remediation_id} is now trusted ${new_confidence}.`,
});
