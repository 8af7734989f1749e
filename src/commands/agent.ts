import * as z from "zod";
import { sandboxAdvice } from "../domain/agents/confine.js";
import { type Command, defineCommand } from "./define-command.js";

export const agentList = defineCommand({
  name: "agent list",
  summary: "List the agents that can run as sub-agents and show which one is configured.",

  async run(_, app) {
    const agents = await app.bridge.agents.list(app.call);
    return { agents, current: { agent: app.bridge.agents.chosen.name, timeout: app.settings.values["agent.timeout"] } };
  },

  toText: ({ agents }, paint) =>
    agents
      .map(({ active, name, title, version, install }) => {
        const state = version === null ? paint.dim(`not installed: ${install}`) : version;
        return `${active ? paint.green("*") : " "} ${name.padEnd(9)} ${title}  ${state}`;
      })
      .join("\n"),
});

interface Check {
  readonly check: string;
  readonly status: "pass" | "warn" | "fail";
  readonly message: string;
}

/** Whether a sub-agent may change files here, and what to do if not. */
function changesCheck(setting: string, isConfined: boolean): Check {
  const check = "changes";
  if (isConfined && setting !== "off") return { check, status: "pass", message: "kept in the repository" };
  if (setting === "off")
    return { check, status: "warn", message: "not kept in the repository, because agent.sandbox is `off`" };
  return {
    check,
    status: "warn",
    message: "implement_in_repo is refused, except in projects with `throughline project policy --unconfined allow`",
  };
}

export const agentDoctor = defineCommand({
  name: "agent doctor",
  summary: "Check the configured sub-agent and what confines its runs on this machine.",

  async run(_, app) {
    const agents = await app.bridge.agents.list(app.call);
    const chosen = agents.find(({ active }) => active);
    const sandbox = await app.bridge.sandbox();
    const sandboxSetting = app.settings.values["agent.sandbox"];
    const checks: Check[] = [
      {
        check: "agent",
        status: chosen?.installed ? "pass" : "fail",
        message: chosen?.installed
          ? `${chosen.title} ${chosen.version} at ${chosen.path}`
          : `${chosen?.title} is not installed: ${chosen?.install}`,
      },
      { check: "agent restrictions", status: "pass", message: chosen?.readOnlyBy ?? "" },
      {
        check: "sandbox",
        status: sandbox.works && sandboxSetting !== "off" ? "pass" : sandboxSetting === "required" ? "fail" : "warn",
        message:
          sandboxSetting === "off"
            ? "disabled by agent.sandbox"
            : sandbox.works
              ? sandbox.about
              : `${sandbox.about}. ${sandboxAdvice}`,
      },
      changesCheck(sandboxSetting, sandbox.works || chosen?.ownSandbox === true),
      {
        check: "change detection",
        status: "pass",
        message: "the repository is compared before and after every read-only run",
      },
    ];
    const count = (status: Check["status"]) => checks.filter((one) => one.status === status).length;
    return {
      checks,
      summary: { passed: count("pass"), warnings: count("warn"), failed: count("fail"), success: count("fail") === 0 },
    };
  },

  toText({ checks }, paint) {
    const labels = { pass: paint.green("ok     "), warn: paint.yellow("warning"), fail: paint.red("failure") };
    return checks.map(({ check, status, message }) => `${labels[status]} ${check}: ${message}`).join("\n");
  },

  isFailure: ({ summary }) => !summary.success,
});

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

export const agentLog = defineCommand({
  name: "agent log",
  summary: "Print the path of a run's full output.",
  input: z.object({ id: z.string().describe("subAgentId of the run.") }),
  positional: ["id"],
  examples: ["agent log sa_01hw3zq5n4"],
  run: async ({ id }, app) => ({ id, file: await app.bridge.runs.transcript(app.call, id) }),
  toText: ({ file }) => file,
});

export const agentCommands: readonly Command[] = [agentList, agentDoctor, agentTest, agentLog];
