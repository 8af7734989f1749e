import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { flag } from "../fields.js";
import { type Answer, confirmPlan, outcomeLines, type ShownFile, showFiles } from "./show-plan.js";

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
