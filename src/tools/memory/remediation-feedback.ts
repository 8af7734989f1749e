import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { tenantId } from "../fields.js";

export const remediationFeedback = defineTool({
  name: "remediation_feedback",
  toolset: "memory",
  effect: "adds",
  title: "Rate a fix",
  description: "Rate a fix. Use after trying it.",
  input: z.object({
    remediation_id: z.string().describe("Fix id."),
    helpful: z.boolean().describe("Did it help?"),
    tenant_id: tenantId,
  }),
  output: answerOf({
    remediation_id: "string",
    new_confidence: "number",
    helpful: "boolean",
    usage_count: "number",
  }),
  examples: [{ remediation_id: "rem_1", helpful: true }],
  cli: {
    command: "remediation feedback",
    positional: ["remediation_id", "helpful"],
  },

  async run({ remediation_id, helpful, tenant_id }, app) {
    const rated = await app.remediations.feedback(app.call, tenant_id, remediation_id, helpful);
    return { remediation_id, new_confidence: rated.confidence, helpful, usage_count: rated.usageCount };
  },

  toText: ({ remediation_id, new_confidence }) => `Confidence of ${remediation_id} is now ${new_confidence}.`,
});
