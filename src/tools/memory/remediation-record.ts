import * as z from "zod";
import { opening } from "../../base/text/sentences.js";
import { initialConfidence } from "../../domain/memory/confidence.js";
import { readCategory, remediationCategories } from "../../domain/memory/remediation-categories.js";
import { remediationScopes } from "../../store/memory/remediation.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { fromFolder, tenantId } from "../fields.js";
import { listUpTo, neededText, share, textUpTo } from "../memory-fields.js";

const maxTitle = 100;
const text = neededText(100_000);
const list = listUpTo(200, 10_000);

export const remediationRecord = defineTool({
  name: "remediation_record",
  toolset: "memory",
  effect: "adds",
  title: "Record a fix",
  description: "Record an error, its cause and fix, and what did not help. Use after fixing one.",
  input: z.object({
    title: neededText(200).optional().meta({ description: "Short title.", listedAsRequired: true }),
    problem: text.describe("The error as printed."),
    root_cause: text.optional().meta({ description: "Cause.", listedAsRequired: true }),
    solution: text.describe("The fix."),
    category: z
      .string()
      .optional()
      .meta({ description: `${remediationCategories.join(", ")}.`, listedAsRequired: true }),
    tenant_id: tenantId,
    scope: z.enum(remediationScopes).optional().meta({ description: "Who can see it.", listedAsRequired: true }),
    symptoms: list.optional().describe("Observed symptoms."),
    failed_attempts: list.optional().describe("What did not help."),
    verified_by: textUpTo(1000).optional().describe("Command that proved the fix."),
    code_diff: textUpTo(1_000_000).optional().describe("Diff of the fix."),
    affected_files: list.optional().describe("Changed files."),
    confidence: share.optional().describe("0 to 1. Default: 0.5."),
    tags: list.optional().describe("Tags for grouping."),
    team_id: z.string().optional().describe("For scope team."),
    project_path: z.string().optional().describe("For scope project."),
    session_id: z.string().optional().describe("Session where it was fixed."),
  }),
  output: answerOf({
    id: "string",
    title: "string",
    category: "string",
    confidence: "number",
  }),
  examples: [
    {
      ...{ title: "Fix ONNX runtime version mismatch", problem: "Error: API version 22 not available" },
      ...{ root_cause: "ONNX runtime too old", solution: "Upgrade to v1.23.2", category: "dependency" },
      ...{ scope: "org" },
    },
  ],
  cli: {
    command: "remediation record",
    positional: ["title", "problem", "solution"],
  },

  async run(input, app) {
    const scope = input.scope ?? "project";
    const recorded = await app.remediations.record(app.call, input.tenant_id, {
      title: (input.title ?? opening(input.problem, maxTitle)).trim(),
      problem: input.problem,
      solution: input.solution,
      scope,
      rootCause: input.root_cause ?? "not stated",
      category: readCategory(input.category ?? "unknown"),
      symptoms: input.symptoms ?? [],
      failedAttempts: input.failed_attempts ?? [],
      verifiedBy: input.verified_by ?? "",
      codeDiff: input.code_diff ?? "",
      affectedFiles: input.affected_files ?? [],
      confidence: input.confidence ?? initialConfidence,
      tags: input.tags ?? [],
      team: input.team_id ?? "",
      projectPath: input.project_path ?? (scope === "project" ? await fromFolder.project(app) : ""),
      sessionId: input.session_id ?? "",
    });
    const { id, title, category, confidence } = recorded;
    return { id, title, category, confidence };
  },

  toText: ({ id, title }) => `Recorded "${title}" as ${id}.`,
});
