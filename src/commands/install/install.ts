import * as z from "zod";
import type { AppCall } from "../../domain/app.js";
import { isAgent } from "../../store/archive/session-event.js";
import { defineCommand } from "../define-command.js";
import { confirmPlan } from "./confirm-plan.js";
import { type Answer, outcomeLines, showFiles } from "./show-plan.js";

/** What was found of earlier sessions. */
interface History {
  readonly transcripts: number;
  readonly events: number;
}

interface Installed extends Answer {
  readonly history?: History;
  readonly agents: readonly { readonly agent: string; readonly name: string; readonly afterwards: string }[];
}

async function readHistory(app: AppCall, connected: readonly { readonly agent: string }[]): Promise<History> {
  const agents = connected.map(({ agent }) => agent).filter(isAgent);
  const { progress } = app.call;
  const { due, events } = await app.ingest.importAll({ agents, since: undefined, dryRun: false, progress });
  return { transcripts: due, events };
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
    skipHistory: z.boolean().default(false).describe("Leave earlier sessions of these agents unread."),
  }),
  examples: ["install", "install --dry-run", "install --agent claude-code,codex --yes", "install --scope project"],

  async run({ agent, scope, dryRun, yes, skipHistory }, app): Promise<Installed> {
    const plan = await app.installer.plan({ agents: agent, scope, project: app.call.folder });
    const agents = plan.hosts.map(({ id, name, afterwards = "" }) => ({ agent: id, name, afterwards }));
    const files = showFiles(plan);
    const held = await confirmPlan(files, { dryRun, yes }, app);
    if (held !== undefined) return { agents, files, outcomes: [], held };
    const outcomes = await app.installer.apply(plan);
    return { agents, files, outcomes, ...(skipHistory ? {} : { history: await readHistory(app, agents) }) };
  },

  toText(answer) {
    const { agents, files, held } = answer;
    if (agents.length === 0) return "No agent was found. Name one with --agent to connect it all the same.";
    const names = agents.map(({ name }) => name).join(", ");
    const history = historyLines(answer.history);
    if (files.every(({ change }) => change === "none"))
      return [`${names}: connected already. Nothing to change.`, ...history].join("\n");
    if (held !== undefined) return [...outcomeLines(answer), `Would connect ${names}.`].join("\n");
    const afterwards = agents.map((one) => one.afterwards).filter((line) => line !== "");
    const next = "Check with `throughline doctor`; undo with `throughline uninstall`.";
    return [`Connected ${names}.`, ...outcomeLines(answer), ...history, ...afterwards, next].join("\n");
  },

  isFailure: ({ files, outcomes }) =>
    files.some(({ change }) => change === "refuse") || outcomes.some(({ outcome }) => outcome === "refused"),
});

const historyLines = (history: History | undefined): string[] =>
  history === undefined || history.transcripts === 0
    ? []
    : [
        `Read ${history.transcripts} earlier session${history.transcripts === 1 ? "" : "s"}: \`throughline archive search "<words>"\` finds what was said.`,
      ];
