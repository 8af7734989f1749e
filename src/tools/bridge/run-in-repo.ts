import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { backgroundField, projectField, repoField } from "../fields.js";

export const runInRepo = defineTool({
  name: "run_in_repo",
  toolset: "bridge",
  effect: "replaces",
  title: "Run a command in a repository",
  description:
    "Run a shell command in a repository and get exit code and output; the project's policy may refuse it. " +
    "Use it for builds and tests; use implement_in_repo for changes of code.",
  input: z.object({
    repo: repoField,
    command: z.string().min(1).max(100_000).describe("For /bin/sh."),
    project: projectField,
    background: backgroundField,
  }),
  output: z.looseObject({ success: z.boolean() }),
  examples: [{ repo: "api", command: "git log -1 --format=%s" }],
  cli: { command: "repo run", positional: ["repo", "command"] },
  run: async (ask, app) => ({ ...(await app.bridge.run(app.call, ask)) }),

  toText(answer) {
    if (!("result" in answer)) return `Started. Ask for it with \`throughline run result ${answer.subAgentId}\`.`;
    const { exitCode, stdout, stderr } = answer.result as { exitCode: number; stdout: string; stderr: string };
    return [stdout.trimEnd(), stderr.trimEnd(), `exit code ${exitCode}`].filter((one) => one !== "").join("\n");
  },
});
