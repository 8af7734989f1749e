import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { confirmPlan } from "./confirm-plan.js";
import { type Answer, outcomeLines, showFiles } from "./show-plan.js";

interface UninstallAnswer extends Answer {
  readonly purged: boolean;
  /** Path of the data. */
  readonly home: string;
}

export const uninstall = defineCommand({
  name: "uninstall",
  summary: "Restore agents' settings byte for byte. Your data stays unless you add --purge.",
  input: z.object({
    agent: z.array(z.string()).default([]).describe("Only these agents."),
    purge: z.boolean().default(false).describe("Also delete all data in Throughline's home."),
    dryRun: z.boolean().default(false).describe("Show the changes and make none."),
    yes: z.boolean().default(false).describe("Make the changes without asking."),
  }),
  examples: ["uninstall", "uninstall --agent cursor --yes", "uninstall --purge"],

  async run({ agent, purge, dryRun, yes }, app): Promise<UninstallAnswer> {
    const plan = await app.installer.planRemoval(agent);
    const files = showFiles(plan);
    const changes = purge ? [...files, purgeNotice(app.home.path)] : files;
    const home = app.home.path;
    const title = "Throughline restores agents' settings:";
    const beside = purge ? "" : dataStays(home);
    const { held, isAsked } = await confirmPlan(changes, { dryRun, yes, title, beside }, app);
    if (held !== undefined) return { files: changes, outcomes: [], held, purged: false, home };
    const outcomes = await app.installer.applyRemoval(plan);
    const isClean = outcomes.every(({ outcome }) => outcome !== "refused");
    // The home has the undo record: it stays as long as a file could not be restored.
    if (purge && isClean) await app.installer.purge();
    return { files: changes, outcomes, purged: purge && isClean, home, ...(isAsked ? { isAsked } : {}) };
  },

  toText(answer) {
    if (answer.files.length === 0) return "Nothing is installed.";
    const isClean = answer.outcomes.every(({ outcome }) => outcome !== "refused");
    const data = answer.purged ? "Deleted all data." : dataStays(answer.home);
    const rest = answer.held === undefined && isClean ? [data] : [];
    const done = isClean ? "Restored agents' settings." : "Fix the refused files, then run this again.";
    const head = answer.held === undefined ? [done] : [];
    return [...outcomeLines(answer), ...head, ...rest].join("\n");
  },

  isFailure: ({ outcomes }) => outcomes.some(({ outcome }) => outcome === "refused"),
});

const dataStays = (home: string) => `Your data stays in ${home}; \`throughline uninstall --purge\` deletes it.`;

const purgeNotice = (home: string) =>
  ({
    file: home,
    change: "remove",
    diff: `Deletes all data in ${home}.\n`,
    why: "",
    shown: home,
    agent: "",
    purpose: "all data, deleted for good",
  }) as const;
