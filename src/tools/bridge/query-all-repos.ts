import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { freshField, projectField } from "../fields.js";

export const queryAllRepos = defineTool({
  name: "query_all_repos",
  toolset: "bridge",
  effect: "reads",
  title: "Ask about all repositories",
  description:
    "Ask every repository of a project the same question, in parallel. Use query_repo when you know which one.",
  input: z.object({
    query: z.string().min(1).max(100_000).describe("The question."),
    project: projectField,
    repos: z.array(z.string()).default([]).describe("Only these."),
    fresh: freshField,
  }),
  output: z.looseObject({ success: z.boolean(), results: z.array(z.looseObject({})), summary: z.looseObject({}) }),
  examples: [{ query: "What does this repository do?" }],
  cli: { command: "repo query-all", positional: ["query"] },

  async run(question, app) {
    const answer = await app.bridge.queryAll(app.call, question);
    return { ...answer, results: answer.results.map((one) => ({ ...one })), summary: { ...answer.summary } };
  },

  toText: ({ results }, paint) =>
    (results as { repo: string; result?: string; error?: { message: string } }[])
      .map(({ repo, result, error }) => `${paint.bold(repo)}\n${result ?? paint.red(error?.message ?? "")}`)
      .join("\n\n"),
});
