import * as z from "zod";
import type { StartedRun } from "../../domain/bridge/bridge.js";
import type { Implementation } from "../../domain/bridge/implementations.js";
import { answerOf } from "../answer-schema.js";
import { defineBridgeTool } from "../define-tool.js";
import { backgroundField, projectField, repoField, startedText, timeoutField, usageShape } from "../fields.js";

export const implementInRepo = defineBridgeTool({
  name: "implement_in_repo",
  effect: "replaces",
  title: "Implement in a repository",
  description:
    "Let a sub-agent change a repository; returns the changes git sees. Use query_repo to ask. Undo: `throughline undo <subAgentId>`.",
  input: z.object({
    repo: repoField,
    task: z.string().describe("The task."),
    context: z.string().default("").describe("Facts from other repositories."),
    project: projectField,
    background: backgroundField,
    timeout: timeoutField,
  }),
  output: answerOf<Implementation | StartedRun>({
    success: "boolean",
    "status?": "string",
    "repo?": "string",
    "task?": "string",
    "result?": {
      summary: "string",
      changes: [{ file: "string", action: "string", description: "string" }],
      notes: "string",
      diff: "string",
      "branch?": "string",
    },
    "executionTime?": "number",
    subAgentId: "string",
    "enforcement?": "string",
    "layers?": ["string"],
    "usage?": usageShape,
    "outside?": [{ repo: "string", files: ["string"] }],
  }),
  examples: [{ repo: "api", task: "Add a health check route." }],
  cli: { command: "repo implement", positional: ["repo", "task"] },
  run: ({ timeout, ...task }, app) => app.bridge.implement(app.call, { ...task, timeoutMs: timeout }),

  toText(answer) {
    if (!("result" in answer)) return startedText(answer.subAgentId);
    const { summary, changes, branch } = answer.result;
    return [
      summary,
      changes.map(({ file, action }) => `  ${action} ${file}`),
      branch && `Branch: ${branch}`,
      `Kept in the repository by: ${answer.layers.join(", ") || "nothing"}.`,
      answer.outside?.map(({ repo, files }) => `Changed meanwhile in ${repo}: ${files.join(", ")}.`),
      `Undo with \`throughline undo ${answer.subAgentId}\`.`,
    ];
  },
});
