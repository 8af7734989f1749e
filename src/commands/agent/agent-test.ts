import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const agentTest = defineCommand({
  name: "agent test",
  summary: "Ask the configured sub-agent a short question about a repository to check that it answers.",
  input: z.object({
    repo: z.string().describe("Repository name."),
    query: z.string().default("What is this repository about? One sentence.").describe("The question."),
    project: z.string().optional().describe("Project name. Default: active project."),
  }),
  positional: ["repo", "query"],
  examples: ["agent test api"],

  run: async (question, app) => app.bridge.query(app.call, { ...question, fresh: true, background: false }),
  toText: (answer) =>
    "result" in answer
      ? `${answer.result}\n(${answer.executionTime} ms, read-only enforced by: ${answer.enforcement})`
      : "",
});
