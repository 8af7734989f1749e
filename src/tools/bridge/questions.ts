import * as z from "zod";
import type { StartedRun } from "../../domain/bridge/bridge.js";
import type { QueryAnswer } from "../../domain/bridge/queries.js";
import type { ProjectAnswers } from "../../domain/bridge/query-all.js";
import { answerOf, numbers, texts } from "../answer-schema.js";
import { defineBridgeTool, type Tool } from "../define-tool.js";
import {
  backgroundField,
  freshField,
  projectField,
  repoField,
  startedText,
  timeoutField,
  usageShape,
} from "./bridge-fields.js";

export const questionTools: readonly Tool[] = [
  defineBridgeTool("query_repo", "reads", {
    title: "Ask about a repository",
    description:
      "Ask a read-only sub-agent about one repository. Use for code you cannot read; for all use query_all_repos.",
    input: z.object({
      repo: repoField,
      query: z.string().describe("The question."),
      project: projectField,
      fresh: freshField,
      background: backgroundField,
      timeout: timeoutField,
    }),
    output: answerOf<QueryAnswer | StartedRun>({
      success: "boolean",
      ...texts("status?", "repo?", "query?", "result?"),
      "cached?": "boolean",
      "executionTime?": "number",
      subAgentId: "string",
      "sources?": [{ file: "string", "line?": "number" }],
      "enforcement?": "string",
      "layers?": ["string"],
      "usage?": usageShape,
      "notes?": "string",
    }),
    examples: [{ repo: "api", query: "How are routes defined?" }],
    cli: { command: "repo query", positional: ["repo", "query"] },
    run: ({ timeout, ...question }, app) => app.bridge.query(app.call, { ...question, timeoutMs: timeout }),
    toText: (answer) => ("result" in answer ? answer.result : startedText(answer.subAgentId)),
  }),

  defineBridgeTool("query_all_repos", "reads", {
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
          "usage?": usageShape,
          "notes?": "string",
        },
      ],
      summary: { ...numbers("total", "succeeded", "failed", "cached", "totalExecutionTime"), failedRepos: ["string"] },
    }),
    examples: [{ query: "What does this repository do?" }],
    cli: { command: "repo query-all", positional: ["query"] },
    run: (question, app) => app.bridge.queryAll(app.call, question),
    toText: ({ results }, paint) =>
      results
        .map(({ repo, result, error }) => `${paint.bold(repo)}\n${result ?? paint.red(error?.message ?? "")}`)
        .join("\n\n"),
    whenEmpty: "The project has no repositories.",
  }),
];
