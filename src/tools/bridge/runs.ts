import * as z from "zod";
import { shortId } from "../../base/ids.js";
import type { StartedRun } from "../../domain/bridge/bridge.js";
import type { CommandResult } from "../../domain/bridge/commands.js";
import type { Implementation } from "../../domain/bridge/implementations.js";
import { answerFrom, answerOf, numbers, texts } from "../answer-schema.js";
import { defineBridgeTool, type Tool } from "../define-tool.js";
import { backgroundField, projectField, repoField, startedText, timeoutField, usageShape } from "./bridge-fields.js";

const runField = z.string().describe("subAgentId.");

export const runTools: readonly Tool[] = [
  defineBridgeTool("implement_in_repo", "replaces", {
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
      ...texts("status?", "repo?", "task?"),
      "result?": {
        summary: "string",
        changes: [{ file: "string", action: "string", description: "string" }],
        ...texts("notes", "diff", "branch?"),
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
  }),

  defineBridgeTool("run_in_repo", "replaces", {
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
      ...texts("status?", "repo?", "command?"),
      "result?": { exitCode: "number", ...texts("stdout", "stderr", "workingDirectory"), "truncated?": "boolean" },
      "executionTime?": "number",
      subAgentId: "string",
      "enforcement?": "string",
      "layers?": ["string"],
    }),
    examples: [{ repo: "api", command: "git log -1 --format=%s" }],
    cli: { command: "repo run", positional: ["repo", "command"] },
    run: ({ timeout, ...command }, app) => app.bridge.run(app.call, { ...command, timeoutMs: timeout }),

    toText(answer) {
      if (!("result" in answer)) return startedText(shortId(answer.subAgentId));
      const { exitCode, stdout, stderr } = answer.result;
      return [stdout.trimEnd(), stderr.trimEnd(), `exit code ${exitCode}`].filter((one) => one !== "");
    },
  }),

  defineBridgeTool("run_status", "reads", {
    title: "List runs",
    description: "List the latest runs. Use to follow background runs.",
    input: z.object({
      id: z.string().optional().describe("subAgentId."),
      project: projectField,
      limit: z.number().default(10).describe("Maximum runs."),
    }),
    output: answerOf({
      runs: [
        {
          ...texts("subAgentId", "kind", "project", "repo", "request", "status"),
          agent: "string|null",
          startedAt: "string",
          endedAt: "string|null",
          ...numbers("durationMs", "tokens", "cost"),
          error: "string|null",
        },
      ],
    }),
    cli: { command: "run status", positional: ["id"] },
    run: async (filter, app) => ({ runs: await app.bridge.runs.status(app.call, filter) }),

    toText: ({ runs }, paint) =>
      runs.map(
        (run) => `${shortId(run.subAgentId)}  ${paint.bold(run.status)}  ${run.repo}  ${paint.dim(run.request)}`,
      ),
    whenEmpty: "No runs yet. Start one with `throughline repo query REPO QUESTION`.",
  }),

  defineBridgeTool("run_result", "reads", {
    title: "Show a run's result",
    description: "Get a background run's answer, or null while it is running. Use run_status to wait.",
    input: z.object({ id: runField }),
    output: answerOf({ subAgentId: "string", status: "string", answer: "any" }),
    examples: [{ id: "sa_example" }],
    cli: { command: "run result", positional: ["id"] },

    async run({ id }, app) {
      const { run, answer } = await app.bridge.runs.result(app.call, id);
      return { subAgentId: run.subAgentId, status: run.status, answer };
    },

    toText: ({ status, answer }) => (answer === null ? `Status: ${status}.` : JSON.stringify(answer, null, 2)),
  }),

  defineBridgeTool("run_cancel", "deletes", {
    title: "Cancel a run",
    description: "Stop a run and every process it started. Use run_status to find it.",
    input: z.object({ id: runField }),
    output: answerFrom({ subAgentId: "string", wasRunning: "boolean" }),
    examples: [{ id: "sa_example" }],
    cli: {
      command: "run cancel",
      positional: ["id"],
      async confirm({ id }, app) {
        const [run] = await app.bridge.runs.status(app.call, { id: String(id), limit: 1 });
        return `Stops ${run?.subAgentId} in ${run?.repo}: ${run?.request}`;
      },
    },

    async run({ id }, app) {
      return { ...(await app.bridge.runs.cancel(app.call, id)), subAgentId: id };
    },

    toText: ({ wasRunning }) => (wasRunning ? "Stopping the run." : "The run had already ended."),
  }),
];
