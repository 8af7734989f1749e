import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { confirmPlan } from "./confirm-plan.js";
import { type Answer, outcomeLines, showFiles } from "./show-plan.js";

interface Installed extends Answer {
  readonly agents: readonly { readonly agent: string; readonly name: string; readonly afterwards: string }[];
}

export const install = defineCommand({
  name: "install",
  summary:
    "Connect the agents on this machine: server, hooks and skills. Shows every change first; uninstall undoes it.",
  input: z.object({
    agent: z.array(z.string()).default([]).describe("Only these agents, by name. Without it, those that are found."),
    scope: z.enum(["user", "project"]).default("user").describe("Your own settings, or those of this project."),
    dryRun: z.boolean().default(false).describe("Show the changes and make none."),
    yes: z.boolean().default(false).describe("Make the changes without asking."),
  }),
  examples: ["install", "install --dry-run", "install --agent claude-code,codex --yes", "install --scope project"],

  async run({ agent, scope, dryRun, yes }, app): Promise<Installed> {
    const plan = await app.installer.plan({ agents: agent, scope, project: app.call.folder });
    const agents = plan.hosts.map(({ id, name, afterwards = "" }) => ({ agent: id, name, afterwards }));
    const files = showFiles(plan);
    const held = await confirmPlan(files, { dryRun, yes }, app);
    return held === undefined
      ? { agents, files, outcomes: await app.installer.apply(plan) }
      : { agents, files, outcomes: [], held };
  },

  toText(answer) {
    const { agents, files, held } = answer;
    if (agents.length === 0) return "No agent was found. Name one with --agent to connect it all the same.";
    const names = agents.map(({ name }) => name).join(", ");
    const isDone = files.every(({ change }) => change === "none");
    if (isDone) return `${names}: connected already. Nothing to change.`;
    const head = held === undefined ? `Connected ${names}.` : `Would connect ${names}.`;
    const afterwards = agents.map((one) => one.afterwards).filter((line) => line !== "");
    const next =
      held === undefined ? [...afterwards, "Check with `throughline doctor`; undo with `throughline uninstall`."] : [];
    return [
      ...(held === undefined ? [head] : []),
      ...outcomeLines(answer),
      ...(held === undefined ? next : [head]),
    ].join("\n");
  },

  isFailure: ({ files, outcomes }) =>
    files.some(({ change }) => change === "refuse") || outcomes.some(({ outcome }) => outcome === "refused"),
});
