import * as z from "zod";
import { initialConfidence } from "../../domain/memory/confidence.js";
import { readCategory, remediationCategories } from "../../domain/memory/remediation-categories.js";
import { remediationScopes } from "../../store/memory/remediation.js";
import { defineTool } from "../define-tool.js";
import { fromFolder, tenantId } from "../fields.js";

const text = z.string().trim().min(1).max(100_000);
const list = z.array(z.string().max(10_000)).max(200).default([]);

export const remediationRecord = defineTool({
  name: "remediation_record",
  toolset: "memory",
  effect: "adds",
  title: "Record a fix",
  description:
    "Keep an error with its cause, its fix and what did not help. Use it after fixing an error. For other lessons use memory_record.",
  input: z.object({
    title: z.string().trim().min(1).max(200).describe("Brief title."),
    problem: text.describe("The error, as it was printed."),
    root_cause: text.describe("Why it came about."),
    solution: text.describe("How it went away."),
    category: z.string().describe(`One of ${remediationCategories.join(", ")}.`),
    tenant_id: tenantId,
    scope: z.enum(remediationScopes).describe("For whom it holds."),
    symptoms: list.describe("What is seen."),
    failed_attempts: list.describe("What was tried in vain."),
    verified_by: z.string().max(1000).default("").describe("Command that proved the fix."),
    code_diff: z.string().max(1_000_000).default("").describe("Diff of the fix."),
    affected_files: list.describe("Files changed."),
    confidence: z.number().min(0).max(1).default(initialConfidence).describe("0 to 1."),
    tags: list.describe("Words to group by."),
    team_id: z.string().default("").describe("Needed for scope team."),
    project_path: z.string().default("").describe("Needed for scope project."),
    session_id: z.string().default("").describe("Where it happened."),
  }),
  output: z.object({ id: z.string(), title: z.string(), category: z.string(), confidence: z.number() }),
  examples: [
    {
      ...{ title: "Fix ONNX runtime version mismatch", problem: "Error: API version 22 not available" },
      ...{ root_cause: "ONNX runtime too old", solution: "Upgrade to v1.23.2", category: "dependency" },
      ...{ tenant_id: "ada", scope: "org" },
    },
  ],
  cli: {
    command: "remediation record",
    positional: ["title", "problem", "solution"],
    defaults: {
      root_cause: async () => "not stated",
      category: async () => "unknown",
      tenant_id: fromFolder.tenant,
      scope: async () => "project",
      project_path: fromFolder.project,
    },
  },

  async run(input, app) {
    const recorded = await app.remediations.record(app.call, input.tenant_id, {
      ...{ title: input.title, problem: input.problem, solution: input.solution, symptoms: input.symptoms },
      ...{ scope: input.scope, tags: input.tags, confidence: input.confidence, team: input.team_id },
      rootCause: input.root_cause,
      category: readCategory(input.category),
      failedAttempts: input.failed_attempts,
      verifiedBy: input.verified_by,
      codeDiff: input.code_diff,
      affectedFiles: input.affected_files,
      projectPath: input.project_path,
      sessionId: input.session_id,
    });
    const { id, title, category, confidence } = recorded;
    return { id, title, category, confidence };
  },

  toText: ({ id, title }) => `Recorded "${title}" as ${id}.`,
});
