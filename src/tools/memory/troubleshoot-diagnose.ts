import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { answerOf, neededText, textUpTo } from "../memory-fields.js";

export const troubleshootDiagnose = defineTool({
  name: "troubleshoot_diagnose",
  toolset: "memory",
  effect: "reads",
  title: "Diagnose an error",
  description:
    "Likely causes of an error, evidence and checks, from known patterns and fixes. Use when an error is not plain.",
  input: z.object({
    error_message: neededText(1_000_000).describe("The error."),
    error_context: textUpTo(5_000_000).optional().describe("Trace, log, what you did."),
    tenant_id: z.string().optional().describe("Only its fixes."),
    project_path: z.string().optional().describe("Its fixes too."),
  }),
  output: answerOf<{
    error_message: string;
    root_cause: string;
    hypotheses: { description: string; confidence: number; evidence: string[] }[];
    recommendations: string[];
    related_patterns: { id: string }[];
    confidence: number;
  }>(),
  examples: [{ error_message: "connection refused: dial tcp 127.0.0.1:6334" }],
  cli: { command: "diagnose", positional: ["error_message", "error_context"] },

  async run({ error_message, error_context = "", tenant_id, project_path }, app) {
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
        ...found.sessions.map(({ sessionId, at, asked, answered, score }) => ({
          ...{ id: sessionId, at, title: asked, solution: answered, score },
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
