import * as z from "zod";
import type { ProjectAnswers } from "../../domain/bridge/query-all.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { freshField, projectField } from "../fields.js";

export const queryAllRepos = defineTool({
  name: "query_all_repos",
  toolset: "bridge",
  effect: "reads",
  title: "Ask about all repositories",
  description: "Ask every repository of a project the same question. Use query_repo for one.",
  input: z.object({
    query: z.string().describe("The question."),
    project: projectField,
    repos: z.array(z.string()).default([]).describe("Only these repositories."),
    fresh: freshField,
  }),
  output: answerOf<ProjectAnswers>({
    success: "boolean",
    query: "string",
    results: [
      {
        repo: "string",
        success: "boolean",
        "result?": "string",
        "error?": { code: "string", message: "string" },
        "sources?": [{ file: "string", "line?": "number" }],
        cached: "boolean",
        executionTime: "number",
        "subAgentId?": "string",
        "enforcement?": "string",
        "layers?": ["string"],
        "usage?": { "inputTokens?": "number", "outputTokens?": "number", "cost?": "number" },
        "notes?": "string",
      },
    ],
    summary: {
      total: "number",
      succeeded: "number",
      failed: "number",
      cached: "number",
      totalExecutionTime: "number",
      failedRepos: ["string"],
    },
  }),
  examples: [{ query: "What does this repository do?" }],
  cli: { command: "repo query-all", positional: ["query"] },
  run: (question, app) => app.bridge.queryAll(app.call, question),
  toText: ({ results }, paint) =>
    results
      .map(({ repo, result, error }) => `${paint.bold(repo)}\n${result ?? paint.red(error?.message ?? "")}`)
      .join("\n\n") || "The project has no repositories.",
});
