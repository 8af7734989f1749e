import * as z from "zod";
import { shortId } from "../../base/ids.js";
import { opening } from "../../base/text/sentences.js";
import { initialConfidence } from "../../domain/memory/confidence.js";
import { readCategory, remediationCategories } from "../../domain/memory/remediation-categories.js";
import { remediationScopes } from "../../store/memory/remediation.js";
import { answerFrom, numbers, texts } from "../answer-schema.js";
import { defineMemoryTool, type Tool } from "../define-tool.js";
import { fromFolder, limitUpTo, listUpTo, neededText, searchedTenant, tenantId, textUpTo } from "../memory-fields.js";

const maxTitle = 100;
const share = z.number().refine((value) => value >= 0 && value <= 1, "must be 0 to 1");
const text = neededText(100_000);
const list = listUpTo(200, 10_000);

export const remediationTools: readonly Tool[] = [
  defineMemoryTool("remediation_search", "reads", {
    title: "Search fixes",
    description: "Search known fixes for an error, the same error first. Use when something fails.",
    input: z.object({
      query: neededText(100_000).describe("The error message."),
      tenant_id: tenantId,
      scope: z.enum(remediationScopes).optional().describe("Only this scope."),
      category: z.string().optional().describe("Only this category."),
      min_confidence: share.optional().describe("Minimum confidence."),
      limit: limitUpTo(100).default(10).describe("Maximum results."),
      team_id: z.string().optional().describe("For scope team."),
      project_path: z.string().optional().describe("For scope project."),
      include_hierarchy: z.boolean().optional().describe("Include wider scopes."),
    }),
    output: answerFrom({
      remediations: [
        {
          ...texts("id", "title", "problem", "root_cause", "solution", "category"),
          ...numbers("confidence", "score", "usage_count"),
          scope: "string",
          same_error: "boolean",
          "failed_attempts?": ["string"],
          "verified_by?": "string",
        },
      ],
      count: "number",
      "searched_tenant?": "string",
      "hint?": "string",
    }),
    examples: [{ query: "API version 22 not available" }],
    cli: {
      command: "remediation search",
      isSearch: true,
      positional: ["query"],
      defaults: { project_path: fromFolder.project },
    },

    async run({ tenant_id, query, scope, limit, ...input }, app) {
      const request = {
        query,
        scope,
        limit,
        team: input.team_id,
        category: input.category === undefined ? undefined : readCategory(input.category),
        minConfidence: input.min_confidence,
        projectPath: input.project_path,
        includeHierarchy: input.include_hierarchy ?? false,
      };
      const remediations = await app.remediations.search(app.call, tenant_id, request);
      const countOwn = async () => (await app.remediations.search(app.call, undefined, request)).length;
      return {
        remediations: remediations.map((one) => ({ ...one, sameError: one.isSameError })),
        count: remediations.length,
        ...(remediations.length > 0 ? {} : await searchedTenant(app, tenant_id, countOwn)),
      };
    },

    toText: ({ remediations }, paint) =>
      remediations.map(
        (one) => `${paint.bold(one.title)} ${paint.dim(one.id)}\n  ${one.root_cause}\n  ${one.solution}`,
      ),
    whenEmpty: "No recorded fix matches. Find likely causes with `throughline diagnose`.",
  }),

  defineMemoryTool("remediation_record", "adds", {
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
    output: answerFrom({ id: "string", title: "string", category: "string", confidence: "number" }),
    examples: [
      {
        title: "Fix ONNX runtime version mismatch",
        problem: "Error: API version 22 not available",
        root_cause: "ONNX runtime too old",
        solution: "Upgrade to v1.23.2",
        category: "dependency",
        scope: "org",
      },
    ],
    cli: { command: "remediation record", positional: ["title", "problem", "solution"] },

    async run(input, app) {
      const scope = input.scope ?? "project";
      return app.remediations.record(app.call, input.tenant_id, {
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
    },

    toText: ({ id, title }) => `Recorded "${title}" as ${shortId(id)}.`,
  }),

  defineMemoryTool("remediation_feedback", "adds", {
    title: "Rate a fix",
    description: "Rate a fix. Use after trying it.",
    input: z.object({
      remediation_id: z.string().describe("Fix id."),
      helpful: z.boolean().describe("Did it help?"),
      tenant_id: tenantId,
    }),
    output: answerFrom({
      remediation_id: "string",
      new_confidence: "number",
      helpful: "boolean",
      usage_count: "number",
    }),
    examples: [{ remediation_id: "rem_1", helpful: true }],
    cli: { command: "remediation feedback", positional: ["remediation_id", "helpful"] },

    async run({ remediation_id, helpful, tenant_id }, app) {
      const { confidence, usageCount } = await app.remediations.feedback(app.call, tenant_id, remediation_id, helpful);
      return { remediationId: remediation_id, newConfidence: confidence, helpful, usageCount };
    },

    toText: ({ remediation_id, new_confidence }) => `Confidence of ${remediation_id} is now ${new_confidence}.`,
  }),
];
