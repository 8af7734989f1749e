import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { backgroundField, freshField, projectField, repoField } from "../fields.js";

export const queryRepo = defineTool({
  name: "query_repo",
  toolset: "bridge",
  effect: "reads",
  title: "Ask about a repository",
  description:
    "Have a read-only sub-agent answer a question about one repository; kept until the repository changes. " +
    "Use it for code you cannot read yourself. Use query_all_repos when you do not know which repository.",
  input: z.object({
    repo: repoField,
    query: z.string().min(1).max(100_000).describe("The question."),
    project: projectField,
    fresh: freshField,
    background: backgroundField,
  }),
  output: z.looseObject({ success: z.boolean(), subAgentId: z.string() }),
  examples: [{ repo: "api", query: "How are routes defined?" }],
  cli: { command: "repo query", positional: ["repo", "query"] },
  run: async (question, app) => ({ ...(await app.bridge.query(app.call, question)) }),
  toText: (answer) =>
    "result" in answer
      ? String(answer.result)
      : `Started. Ask for it with \`throughline run result ${answer.subAgentId}\`.`,
});
