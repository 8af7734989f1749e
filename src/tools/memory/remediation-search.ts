import * as z from "zod";
import { readCategory } from "../../domain/memory/remediation-categories.js";
import type { FoundRemediation } from "../../domain/memory/remediations.js";
import { remediationScopes } from "../../store/memory/remediation.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { fromFolder, tenantId } from "../fields.js";
import { limitUpTo, neededText, share } from "../memory-fields.js";
import { searchedTenant } from "../searched-tenant.js";

export const remediationSearch = defineTool({
  name: "remediation_search",
  toolset: "memory",
  effect: "reads",
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
  output: answerOf({
    remediations: [
      {
        id: "string",
        title: "string",
        problem: "string",
        root_cause: "string",
        solution: "string",
        category: "string",
        confidence: "number",
        score: "number",
        usage_count: "number",
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

  async run(input, app) {
    const query = {
      ...{ query: input.query, scope: input.scope, limit: input.limit, team: input.team_id },
      category: input.category === undefined ? undefined : readCategory(input.category),
      minConfidence: input.min_confidence,
      projectPath: input.project_path,
      includeHierarchy: input.include_hierarchy ?? false,
    };
    const remediations = await app.remediations.search(app.call, input.tenant_id, query);
    const answer = { remediations: remediations.map(show), count: remediations.length };
    if (remediations.length > 0) return answer;
    const countOwn = async () => (await app.remediations.search(app.call, undefined, query)).length;
    return { ...answer, ...(await searchedTenant(app, input.tenant_id, countOwn)) };
  },

  toText({ remediations }, paint) {
    if (remediations.length === 0) return "No recorded fix matches. Find likely causes with `throughline diagnose`.";
    return remediations
      .map((one) => `${paint.bold(String(one.title))} ${paint.dim(one.id)}\n  ${one.root_cause}\n  ${one.solution}`)
      .join("\n");
  },
});

const show = (one: FoundRemediation) => ({
  id: one.id,
  title: one.title,
  problem: one.problem,
  root_cause: one.rootCause,
  solution: one.solution,
  category: one.category,
  confidence: one.confidence,
  score: one.score,
  usage_count: one.usageCount,
  scope: one.scope,
  same_error: one.isSameError,
  ...(one.failedAttempts.length > 0 ? { failed_attempts: [...one.failedAttempts] } : {}),
  ...(one.verifiedBy ? { verified_by: one.verifiedBy } : {}),
});
