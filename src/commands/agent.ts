import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import { sandboxAdvice } from "../domain/agents/confine.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag, projectField } from "./fields.js";

interface Check {
  readonly check: string;
  readonly status: "pass" | "warn" | "fail";
  readonly message: string;
}

/** Whether a sub-agent may change files here, and what to do if not. */
function changesCheck(setting: string, isConfined: boolean): Check {
  const check = "changes";
  if (setting === "off")
    return { check, status: "warn", message: "not kept in the repository, because agent.sandbox is `off`" };
  if (isConfined) return { check, status: "pass", message: "kept in the repository" };
  return {
    check,
    status: "warn",
    message: "implement_in_repo is refused, except in projects with `throughline project policy --unconfined allow`",
  };
}

function sandboxCheck(setting: string, { works, about }: { works: boolean; about: string }): Check {
  const check = "sandbox";
  if (setting === "off") return { check, status: "warn", message: "disabled by agent.sandbox" };
  if (works) return { check, status: "pass", message: about };
  return { check, status: setting === "required" ? "fail" : "warn", message: `${about}. ${sandboxAdvice}` };
}

export const agentCommands: readonly Command[] = [
  defineCommand("undo", {
    summary: "Undo a sub-agent's changes in a repository, restoring the exact previous tree.",
    input: z.object({
      run: z.string().describe("subAgentId from implement_in_repo."),
      force: flag("Undo even if the tree changed since."),
    }),
    positional: ["run"],
    examples: ["undo sa_impl_01hw3zq5n4"],
    run: ({ run, force }, app) => app.bridge.undo(app.call, run, { force }),
    toText: ({ repo, files, kept }) =>
      `Restored ${formatCount(files.length, "file")} in ${repo}. The undone changes are still in git as ${kept}.`,
  }),

  defineCommand("agent list", {
    summary: "List the agents that can run as sub-agents and show which one is configured.",

    async run(_, app) {
      const agents = await app.bridge.agents.list(app.call);
      const current = { agent: app.bridge.agents.chosen.name, timeout: app.settings.values["agent.timeout"] };
      return { agents, current };
    },

    toText: ({ agents }, paint) =>
      agents.map(({ active, name, title, version, install }) => {
        const state = version === null ? paint.dim(`not installed: ${install}`) : version;
        return `${active ? paint.green("*") : " "} ${name.padEnd(9)} ${title}  ${state}`;
      }),
  }),

  defineCommand("agent doctor", {
    summary: "Check the configured sub-agent and what confines its runs on this machine.",

    async run(_, app) {
      const agents = await app.bridge.agents.list(app.call);
      const chosen = agents.find(({ active }) => active);
      const sandbox = await app.bridge.sandbox();
      const sandboxSetting = app.settings.values["agent.sandbox"];
      const checks: Check[] = [
        chosen?.installed
          ? { check: "agent", status: "pass", message: `${chosen.title} ${chosen.version} at ${chosen.path}` }
          : { check: "agent", status: "fail", message: `${chosen?.title} is not installed: ${chosen?.install}` },
        { check: "agent restrictions", status: "pass", message: chosen?.readOnlyBy ?? "" },
        sandboxCheck(sandboxSetting, sandbox),
        changesCheck(sandboxSetting, sandbox.works || chosen?.ownSandbox === true),
        {
          check: "change detection",
          status: "pass",
          message: "the repository is compared before and after every read-only run",
        },
      ];
      const count = (status: Check["status"]) => checks.filter((one) => one.status === status).length;
      const failed = count("fail");
      return { checks, summary: { passed: count("pass"), warnings: count("warn"), failed, success: failed === 0 } };
    },

    toText({ checks }, paint) {
      const labels = { pass: paint.green("ok     "), warn: paint.yellow("warning"), fail: paint.red("failure") };
      return checks.map(({ check, status, message }) => `${labels[status]} ${check}: ${message}`);
    },

    isFailure: ({ summary }) => !summary.success,
  }),

  defineCommand("agent test", {
    summary: "Ask the configured sub-agent a short question about a repository to check that it answers.",
    input: z.object({
      repo: z.string().describe("Repository name."),
      query: z.string().default("What is this repository about? One sentence.").describe("The question."),
      project: projectField,
    }),
    positional: ["repo", "query"],
    examples: ["agent test api"],
    run: (question, app) => app.bridge.query(app.call, { ...question, fresh: true, background: false }),
    toText: (answer) =>
      "result" in answer &&
      `${answer.result}\n(${answer.executionTime} ms, read-only enforced by: ${answer.enforcement})`,
  }),

  defineCommand("agent log", {
    summary: "Print the path of a run's full output.",
    input: z.object({ id: z.string().describe("subAgentId of the run.") }),
    positional: ["id"],
    examples: ["agent log sa_01hw3zq5n4"],
    run: async ({ id }, app) => ({ id, file: await app.bridge.runs.transcript(app.call, id) }),
    toText: ({ file }) => file,
  }),
];
