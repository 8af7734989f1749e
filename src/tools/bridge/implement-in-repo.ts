import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { backgroundField, projectField, repoField } from "../fields.js";

export const implementInRepo = defineTool({
  name: "implement_in_repo",
  toolset: "bridge",
  effect: "replaces",
  title: "Implement in a repository",
  description:
    "Have a sub-agent with write access carry out a task in a repository; answers with the changes git sees. " +
    "Use query_repo for questions. `throughline undo <subAgentId>` takes it back.",
  input: z.object({
    repo: repoField,
    task: z.string().min(1).max(100_000).describe("What to do."),
    context: z.string().max(500_000).default("").describe("What it should know from elsewhere."),
    project: projectField,
    background: backgroundField,
  }),
  output: z.looseObject({ success: z.boolean(), subAgentId: z.string() }),
  examples: [{ repo: "api", task: "Add a health check route." }],
  cli: { command: "repo implement", positional: ["repo", "task"] },
  run: async (task, app) => ({ ...(await app.bridge.implement(app.call, task)) }),

  toText(answer) {
    if (!("result" in answer)) return `Started. Ask for it with \`throughline run result ${answer.subAgentId}\`.`;
    const { summary, changes } = answer.result as { summary: string; changes: { file: string; action: string }[] };
    const rows = changes.map(({ file, action }) => `  ${action} ${file}`);
    return [summary, ...rows, `Take it back with \`throughline undo ${answer.subAgentId}\`.`].join("\n");
  },
});
