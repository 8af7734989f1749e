import * as z from "zod";
import type { Lines } from "../../base/text/lines.js";
import { connectableHosts, otherHosts } from "../../domain/install/find-hosts.js";
import { defineCommand } from "../define-command.js";
import { flag } from "../fields.js";
import { type FirstRun, importLines, readFacts, readHistory, readNotes } from "./first-run.js";
import { type Answer, confirmPlan, outcomeLines, type ShownFile, showFiles, yourShell } from "./show-plan.js";
import { type HostTest, hostToTest, runSmokeTest, smokeTestLines } from "./test-mcp.js";

interface InstallAnswer extends Answer, FirstRun {
  readonly agents: readonly { readonly agent: string; readonly name: string; readonly afterwards: string }[];
  readonly isCommandOnPath?: boolean;
  readonly tested?: HostTest | undefined;
}

export const install = defineCommand("install", {
  summary:
    "Connect the agents on this machine: server, hooks and skills. Shows every change first; uninstall undoes it.",
  input: z.object({
    agent: z.array(z.string()).default([]).describe("Only these agents. Default: every agent found."),
    scope: z.enum(["user", "project"]).default("user").describe("Change your own settings, or those of this project."),
    dryRun: flag("Show the changes and make none."),
    yes: flag("Make the changes without asking."),
    skipHistory: flag("Do not import earlier sessions of these agents."),
    skipNotes: flag("Do not import the notes of these agents."),
    skipTest: flag("Do not test the server and a hook afterwards."),
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
    const sources = agent.length > 0 ? hosts : [...hosts, ...otherHosts()];
    const history = skipHistory ? undefined : await readHistory(app, sources);
    const notes = skipNotes ? undefined : await readNotes(app, hosts);
    const facts = skipNotes ? 0 : await readFacts(app);
    const host = skipTest || scope === "project" ? undefined : await hostToTest(app, agent[0] ?? "");
    const tested = host ? await runSmokeTest(app, host) : undefined;
    const { isCommandOnPath } = plan;
    return { agents, files, outcomes, facts, isCommandOnPath, isAsked, history, notes, tested };
  },

  toText(answer) {
    const { agents, files, held, tested } = answer;
    if (agents.length === 0) return noAgentText();
    const names = namesOf(agents);
    if (held !== undefined) return [outcomeLines(answer), held !== "declined" && `Would connect ${names}.`];
    const results = [importLines(answer), tested && smokeTestLines(tested)];
    if (files.every(({ change }) => change === "none"))
      return [`${names}: already connected. Nothing to change.`, results];
    return [
      `Connected ${names}.`,
      outcomeLines(answer),
      results,
      agents.map(({ afterwards }) => afterwards !== "" && afterwards),
      commandLine(answer),
      distillerOffer,
      "Check with `throughline doctor`; undo with `throughline uninstall`.",
    ];
  },

  isFailure: ({ files, outcomes, tested }) =>
    files.some(({ change }) => change === "refuse") ||
    outcomes.some(({ outcome }) => outcome === "refused") ||
    tested?.isWell === false,
});

const namesOf = (agents: InstallAnswer["agents"]) => agents.map(({ name }) => name).join(", ");

const importNotice = "Then it imports past sessions and notes of these agents, and tests itself.\n";
const undoNotice = "Nothing leaves this machine. `throughline uninstall` restores every file.";

const commandLine = ({ files, isCommandOnPath }: InstallAnswer) =>
  isCommandOnPath === false &&
  files.some(({ agent, change }) => agent === yourShell && change === "make") &&
  `Type \`throughline\` once its folder is on your PATH: \`export PATH="$HOME/.local/bin:$PATH"\``;

/** Off by default: it sends sessions to a model and spends the person's tokens. */
const distillerOffer =
  "Agents are asked to record lessons. A model of yours can also read finished sessions, 3,000 to 12,000 tokens each and at most $1 a day: `throughline config set learning.distiller claude`.";

function noAgentText(): Lines {
  const hosts = connectableHosts();
  return [
    `No agent found. Looked for ${hosts.map(({ name }) => name).join(", ")}.`,
    `Install one and run this again, or connect one anyway: \`throughline install --agent ${hosts[0]?.id}\`.`,
  ];
}

interface UninstallAnswer extends Answer {
  readonly purged: boolean;
  /** Path of the data. */
  readonly home: string;
}

export const uninstall = defineCommand("uninstall", {
  summary: "Restore agents' settings byte for byte. Your data stays unless you add --purge.",
  input: z.object({
    agent: z.array(z.string()).default([]).describe("Only these agents."),
    purge: flag("Also delete all data in Throughline's home."),
    dryRun: flag("Show the changes and make none."),
    yes: flag("Make the changes without asking."),
  }),
  examples: ["uninstall", "uninstall --agent cursor --yes", "uninstall --purge"],

  async run({ agent, purge, dryRun, yes }, app): Promise<UninstallAnswer> {
    const plan = await app.installer.planRemoval(agent);
    const home = app.home.path;
    const files = [...showFiles(plan), ...(purge ? [purgeNotice(home)] : [])];
    const title = "Throughline restores agents' settings:";
    const beside = purge ? "" : dataStays(home);
    const { held, isAsked } = await confirmPlan(files, { dryRun, yes, title, beside }, app);
    if (held !== undefined) return { files, outcomes: [], held, purged: false, home };
    const outcomes = await app.installer.applyRemoval(plan);
    // The home has the undo record: it stays as long as a file could not be restored.
    const purged = purge && isClean({ outcomes });
    if (purged) await app.installer.purge();
    return { files, outcomes, purged, home, isAsked };
  },

  toText(answer) {
    if (answer.files.length === 0) return "Nothing is installed.";
    const done = isClean(answer)
      ? ["Restored agents' settings.", answer.purged ? "Deleted all data." : dataStays(answer.home)]
      : "Fix the refused files, then run this again.";
    return [outcomeLines(answer), answer.held === undefined && done];
  },

  isFailure: (answer) => !isClean(answer),
});

const isClean = ({ outcomes }: Pick<Answer, "outcomes">) => outcomes.every(({ outcome }) => outcome !== "refused");

const dataStays = (home: string) => `Your data stays in ${home}; \`throughline uninstall --purge\` deletes it.`;

const purgeNotice = (home: string): ShownFile => ({
  file: home,
  change: "remove",
  diff: `Deletes all data in ${home}.\n`,
  why: "",
  shown: home,
  agent: "",
  purpose: "all data, deleted for good",
});
