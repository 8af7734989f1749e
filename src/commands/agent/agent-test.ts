import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const agentTest = defineCommand({
  name: "agent test",
  summary: "Ask the chosen agent one small question about a repository, and see that it answers.",
  input: z.object({
    repo: z.string().describe("Name of the repository."),
    query: z.string().default("What is this repository about? One sentence.").describe("The question."),
    project: z.string().optional().describe("Name of the project; the active one if left out."),
  }),
  positional: ["repo", "query"],
  examples: ["agent test api"],

  run: async (question, app) => app.bridge.query(app.call, { ...question, fresh: true, background: false }),
  toText: (answer) =>
    "result" in answer ? `${answer.result}\n(${answer.executionTime} ms, held by: ${answer.enforcement})` : "",
});
