import * as z from "zod";
import { sandboxAdvice } from "../../domain/agents/confine.js";
import { defineCommand } from "../define-command.js";

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
  input: z.object({}),
  examples: ["agent doctor"],

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
