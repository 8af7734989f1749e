import * as z from "zod";
import type { StartedRun } from "../../domain/bridge/bridge.js";
import type { CommandResult } from "../../domain/bridge/commands.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { backgroundField, projectField, repoField, timeoutField } from "../fields.js";

export const runInRepo = defineTool({
  name: "run_in_repo",
  toolset: "bridge",
  effect: "replaces",
  title: "Run a command in a repository",
  description: "Run a shell command in a repository if its policy allows it. Use implement_in_repo to change code.",
  input: z.object({
    repo: repoField,
    command: z.string().describe("Command for /bin/sh."),
    project: projectField,
    background: backgroundField,
    timeout: timeoutField,
  }),
  rawInput: "A command must run as written; records and answers are still redacted.",
  output: answerOf<CommandResult | StartedRun>({
    success: "boolean",
    "status?": "string",
    "repo?": "string",
    "command?": "string",
    "result?": {
      exitCode: "number",
      stdout: "string",
      stderr: "string",
      workingDirectory: "string",
      "truncated?": "boolean",
    },
    "executionTime?": "number",
    subAgentId: "string",
    "enforcement?": "string",
    "layers?": ["string"],
  }),
  examples: [{ repo: "api", command: "git log -1 --format=%s" }],
  cli: { command: "repo run", positional: ["repo", "command"] },
  run: ({ timeout, ...command }, app) => app.bridge.run(app.call, { ...command, timeoutMs: timeout }),

  toText(answer) {
    if (!("result" in answer)) return `Started. Get the result with \`throughline run result ${answer.subAgentId}\`.`;
    const { exitCode, stdout, stderr } = answer.result;
    return [stdout.trimEnd(), stderr.trimEnd(), `exit code ${exitCode}`].filter((one) => one !== "").join("\n");
  },
});
