import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { confirmPlan } from "./confirm-plan.js";
import { type Answer, outcomeLines, showFiles } from "./show-plan.js";

interface Uninstalled extends Answer {
  readonly purged: boolean;
}

export const uninstall = defineCommand({
  name: "uninstall",
  summary: "Take back what install changed in agents' settings, to the byte. What you recorded is kept unless --purge.",
  input: z.object({
    agent: z.array(z.string()).default([]).describe("Only these agents, by name."),
    purge: z.boolean().default(false).describe("Remove everything that Throughline keeps in its home as well."),
    dryRun: z.boolean().default(false).describe("Show the changes and make none."),
    yes: z.boolean().default(false).describe("Make the changes without asking."),
  }),
  examples: ["uninstall", "uninstall --agent cursor --yes", "uninstall --purge"],

  async run({ agent, purge, dryRun, yes }, app): Promise<Uninstalled> {
    const plan = await app.installer.planRemoval(agent);
    const files = showFiles(plan);
    const shown = purge ? [...files, purgeNotice(app.home.path)] : files;
    const held = await confirmPlan(shown, { dryRun, yes }, app);
    if (held !== undefined) return { files: shown, outcomes: [], held, purged: false };
    const outcomes = await app.installer.applyRemoval(plan);
    const isClean = outcomes.every(({ outcome }) => outcome !== "refused");
    // The home holds the way back: as long as a file could not be given back, it stays.
    if (purge && isClean) await app.installer.purge();
    return { files: shown, outcomes, purged: purge && isClean };
  },

  toText(answer) {
    if (answer.files.length === 0) return "Nothing is installed.";
    const rest = answer.purged ? ["Everything that was kept is removed."] : [];
    const isClean = answer.outcomes.every(({ outcome }) => outcome !== "refused");
    const done = isClean ? "Agents' settings are as they were." : "Mend what was refused, then run this again.";
    const head = answer.held === undefined ? [done] : [];
    return [...outcomeLines(answer), ...head, ...rest].join("\n");
  },

  isFailure: ({ outcomes }) => outcomes.some(({ outcome }) => outcome === "refused"),
});

const purgeNotice = (home: string) =>
  ({
    file: home,
    change: "remove",
    diff: `Everything that is kept in ${home} is removed for good.\n`,
    why: "",
  }) as const;
