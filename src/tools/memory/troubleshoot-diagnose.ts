import * as z from "zod";
import { shortId } from "../../base/ids.js";
import { isStatedCause } from "../../base/text/root-cause.js";
import type { AdviceReport } from "../../domain/errors/diagnosis/diagnosis-answer.js";
import { answerOf, texts } from "../answer-schema.js";
import { defineMemoryTool } from "../define-tool.js";
import { neededText, textUpTo } from "../memory-fields.js";

export const troubleshootDiagnose = defineMemoryTool("troubleshoot_diagnose", "reads", {
  title: "Diagnose an error",
  description: "Find likely causes of an error from known patterns and fixes. Use when the cause is unclear.",
  input: z.object({
    error_message: neededText(1_000_000).describe("The error message."),
    error_context: textUpTo(5_000_000).optional().describe("Stack trace, log, what you did."),
    tenant_id: z.string().optional().describe("Only fixes of this tenant."),
    project_path: z.string().optional().describe("Include fixes of this project."),
  }),
  output: answerOf({
    error_message: "string",
    root_cause: "string",
    hypotheses: [{ description: "string", confidence: "number", evidence: ["string"] }],
    recommendations: ["string"],
    related_patterns: [
      {
        ...texts("id", "title?", "root_cause?", "solution?"),
        "score?": "number",
        "same_error?": "boolean",
        "failed_attempts?": ["string"],
        "at?": "string",
        "project?": "string",
      },
    ],
    confidence: "number",
    "deepened_by?": "string",
    "notice?": "string",
  }),
  examples: [{ error_message: "connection refused: dial tcp 127.0.0.1:6334" }],
  cli: { command: "diagnose", positional: ["error_message", "error_context"] },

  async run({ error_message, error_context = "", tenant_id, project_path }, app) {
    const failure = { message: error_message, context: error_context, owner: tenant_id, projectPath: project_path };
    const diagnosis = await app.diagnoses.diagnose(app.call, failure);
    return {
      error_message,
      root_cause: diagnosis.rootCause,
      hypotheses: diagnosis.hypotheses,
      recommendations: diagnosis.recommendations,
      related_patterns: [
        ...diagnosis.related.map((one) => ({
          id: one.id,
          title: one.title,
          solution: one.solution,
          score: one.score,
          same_error: one.isSameError,
          ...(isStatedCause(one.rootCause) ? { root_cause: one.rootCause } : {}),
          failed_attempts: one.failedAttempts,
          ...(one.project === undefined ? {} : { project: one.project }),
        })),
        ...diagnosis.sessions.map(({ sessionId, at, asked, answered, score }) => ({
          id: sessionId,
          at,
          title: asked,
          solution: answered,
          score,
        })),
        ...diagnosis.patterns.map((id) => ({ id })),
      ],
      confidence: diagnosis.confidence,
      ...adviceOf(diagnosis.advice),
    };
  },

  toText({ root_cause, confidence, hypotheses, recommendations, related_patterns, deepened_by, notice }, paint) {
    const maybe = related_patterns.filter(({ same_error }) => same_error === false);
    const note = notice ?? (deepened_by && `Also asked a model: ${deepened_by}.`);
    return [
      `${paint.bold(root_cause)} ${paint.dim(`(${confidence})`)}`,
      "",
      hypotheses.map((one) => [
        `  ${one.confidence.toFixed(2)}  ${one.description}`,
        // The head quotes the line of the error.
        one.evidence.filter((line) => !root_cause.includes(line)).map((line) => paint.dim(`        ${line}`)),
      ]),
      "",
      recommendations.map((one) => `  - ${one}`),
      maybe.length > 0 && "",
      maybe.map(
        ({ id, title, project }) =>
          `  Maybe related: ${title} (${shortId(id)}${project ? ` in the project ${project}` : ""})`,
      ),
      note && ["", paint.dim(note)],
    ];
  },
});

/** No notice when the client offers no model: none was expected. */
function adviceOf(advice: AdviceReport | undefined): { deepened_by?: string; notice?: string } {
  if (advice === undefined || advice.outcome === "not offered") return {};
  if (advice.outcome === "used") return { deepened_by: advice.by };
  return { notice: `Used known patterns only: the answer of the ${advice.by}'s model was ${advice.outcome}.` };
}
