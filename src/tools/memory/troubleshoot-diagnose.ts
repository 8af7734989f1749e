import * as z from "zod";
import { defineTool } from "../define-tool.js";

export const troubleshootDiagnose = defineTool({
  name: "troubleshoot_diagnose",
  toolset: "memory",
  effect: "reads",
  title: "Diagnose an error",
  description:
    "Likely causes of an error with evidence and checks, from known patterns and recorded fixes. Use it when an error is not plain; for recorded fixes alone use remediation_search.",
  input: z.object({
    error_message: z.string().min(1).max(1_000_000).describe("The error."),
    error_context: z.string().max(5_000_000).default("").describe("Stack trace, log, what you did."),
    tenant_id: z.string().optional().describe("Only this tenant's fixes."),
    project_path: z.string().optional().describe("Also this project's own fixes."),
  }),
  output: z.looseObject({
    error_message: z.string(),
    root_cause: z.string(),
    hypotheses: z.array(
      z.looseObject({ description: z.string(), confidence: z.number(), evidence: z.array(z.string()) }),
    ),
    recommendations: z.array(z.string()),
    related_patterns: z.array(z.looseObject({})),
    confidence: z.number(),
  }),
  examples: [{ error_message: "connection refused: dial tcp 127.0.0.1:6334" }],
  cli: { command: "diagnose", positional: ["error_message", "error_context"] },

  async run({ error_message, error_context, tenant_id, project_path }, app) {
    const failure = { message: error_message, context: error_context, owner: tenant_id, projectPath: project_path };
    const found = await app.diagnoses.diagnose(app.call, failure);
    return {
      error_message,
      root_cause: found.rootCause,
      hypotheses: found.hypotheses.map(({ evidence, ...one }) => ({ ...one, evidence: [...evidence] })),
      recommendations: [...found.recommendations],
      related_patterns: [
        ...found.related.map((one) => ({
          ...{ id: one.id, title: one.title, root_cause: one.rootCause, solution: one.solution, score: one.score },
          failed_attempts: [...one.failedAttempts],
        })),
        ...found.patterns.map((id) => ({ id })),
      ],
      confidence: found.confidence,
    };
  },

  toText({ root_cause, confidence, hypotheses, recommendations }, paint) {
    const causes = hypotheses.map((one) => `  ${one.confidence.toFixed(2)}  ${one.description}`);
    const steps = recommendations.map((one) => `  - ${one}`);
    return [`${paint.bold(root_cause)} ${paint.dim(`(${confidence})`)}`, "", ...causes, "", ...steps].join("\n");
  },
});
