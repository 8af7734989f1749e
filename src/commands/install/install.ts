import * as z from "zod";
import { connectableHosts, otherHosts } from "../../domain/install/find-hosts.js";
import type { NotesReport } from "../../domain/notes/notes.js";
import { defineCommand } from "../define-command.js";
import { confirmPlan } from "./confirm-plan.js";
import { factsLines, type History, historyLines, notesLines, readFacts, readHistory, readNotes } from "./first-run.js";
import { hostToTest } from "./host-to-test.js";
import { type HostTest, runSmokeTest, smokeTestLines } from "./run-smoke-test.js";
import { type Answer, outcomeLines, showFiles, yourShell } from "./show-plan.js";

interface InstallAnswer extends Answer {
  readonly agents: readonly { readonly agent: string; readonly name: string; readonly afterwards: string }[];
  readonly isCommandOnPath?: boolean;
  readonly history?: History;
  readonly notes?: NotesReport;
  /** New candidates from the repository itself. */
  readonly facts?: number;
  readonly tested?: HostTest;
}

export const install = defineCommand({
  name: "install",
  summary:
    "Connect the agents on this machine: server, hooks and skills. Shows every change first; uninstall undoes it.",
  input: z.object({
    agent: z.array(z.string()).default([]).describe("Only these agents. Default: every agent found."),
    scope: z.enum(["user", "project"]).default("user").describe("Change your own settings, or those of this project."),
    dryRun: z.boolean().default(false).describe("Show the changes and make none."),
    yes: z.boolean().default(false).describe("Make the changes without asking."),
    skipHistory: z.boolean().default(false).describe("Do not import earlier sessions of these agents."),
    skipNotes: z.boolean().default(false).describe("Do not import the notes of these agents."),
    skipTest: z.boolean().default(false).describe("Do not test the server and a hook afterwards."),
  }),
  examples: ["install", "install --dry-run", "install --agent claude-code,codex --yes", "install --scope project"],

  async run({ agent, scope, dryRun, yes, skipHistory, skipNotes, skipTest }, app): Promise<InstallAnswer> {
    const plan = await app.installer.plan({ agents: agent, scope, project: app.call.folder });
    const { hosts } = plan;
    const agents = hosts.map(({ id, name, afterwards = "" }) => ({ agent: id, name, afterwards }));
    const files = showFiles(plan);
    const title = `Throughline connects ${namesOf(agents)}:`;
    const beside = `${skipHistory ? "" : importNotice}${undoNotice}`;
    const { held, isAsked } = await confirmPlan(files, { dryRun, yes, title, beside }, app);
    if (held !== undefined || hosts.length === 0) return { agents, files, outcomes: [], ...(held ? { held } : {}) };
    const outcomes = await app.installer.apply(plan);
    const history = skipHistory
      ? undefined
      : await readHistory(app, agent.length > 0 ? hosts : [...hosts, ...otherHosts()]);
    const notes = skipNotes ? undefined : await readNotes(app, hosts);
    const facts = skipNotes ? 0 : await readFacts(app);
    const host = skipTest || scope === "project" ? undefined : await hostToTest(app, agent[0] ?? "");
    const tested = host ? await runSmokeTest(app, host) : undefined;
    return {
      agents,
      files,
      outcomes,
      facts,
      isCommandOnPath: plan.isCommandOnPath,
      ...(isAsked ? { isAsked } : {}),
      ...(history ? { history } : {}),
      ...(notes ? { notes } : {}),
      ...(tested ? { tested } : {}),
    };
  },

  toText(answer) {
    const { agents, files, held, tested } = answer;
    if (agents.length === 0) return noAgentText();
    const names = namesOf(agents);
    if (held === "declined") return outcomeLines(answer).join("\n");
    if (held !== undefined) return [...outcomeLines(answer), `Would connect ${names}.`].join("\n");
    const importLines = [...historyLines(answer.history), ...notesLines(answer.notes), ...factsLines(answer.facts)];
    const last = tested ? smokeTestLines(tested) : [];
    if (files.every(({ change }) => change === "none"))
      return [`${names}: already connected. Nothing to change.`, ...importLines, ...last].join("\n");
    const afterwards = agents.map((one) => one.afterwards).filter((line) => line !== "");
    const next = "Check with `throughline doctor`; undo with `throughline uninstall`.";
    const lines = [...outcomeLines(answer), ...importLines, ...last, ...afterwards];
    return [`Connected ${names}.`, ...lines, ...commandLines(answer), distillerOffer, next].join("\n");
  },

  isFailure: ({ files, outcomes, tested }) =>
    files.some(({ change }) => change === "refuse") ||
    outcomes.some(({ outcome }) => outcome === "refused") ||
    tested?.isWell === false,
});

const namesOf = (agents: InstallAnswer["agents"]) => agents.map(({ name }) => name).join(", ");

const importNotice = "Then it imports past sessions and notes of these agents, and tests itself.\n";
const undoNotice = "Nothing leaves this machine. `throughline uninstall` restores every file.";

const commandLines = ({ files, isCommandOnPath }: InstallAnswer): string[] =>
  isCommandOnPath !== false || !files.some(({ agent, change }) => agent === yourShell && change === "make")
    ? []
    : [`Type \`throughline\` once its folder is on your PATH: \`export PATH="$HOME/.local/bin:$PATH"\``];

/** Off by default: it sends sessions to a model and spends the person's tokens. */
const distillerOffer =
  "Agents are asked to record lessons. A model of yours can also read finished sessions, 3,000 to 12,000 tokens each and at most $1 a day: `throughline config set learning.distiller claude`.";

const noAgentText = () =>
  [
    `No agent found. Looked for ${connectableHosts()
      .map(({ name }) => name)
      .join(", ")}.`,
    `Install one and run this again, or connect one anyway: \`throughline install --agent ${connectableHosts()[0]?.id}\`.`,
  ].join("\n");
