import { blankControls } from "../../base/text-cells.js";
import type { CommandCall } from "../../domain/command-app.js";
import { diffText, type Held, planText, type ShownFile } from "./show-plan.js";

/** Shows the changes and asks, if there is a terminal. Undefined means: apply them. */
export async function confirmPlan(
  files: readonly ShownFile[],
  { dryRun, yes }: { dryRun: boolean; yes: boolean },
  app: CommandCall,
): Promise<Held | undefined> {
  if (dryRun) return "dry run";
  if (yes || files.every(({ change }) => change === "none" || change === "refuse")) return undefined;
  const shown = (text: string) => blankControls(app.redaction.text(text));
  const more = { key: "d", label: "show the diff", text: shown(diffText(files)) };
  const answer = await app.ask(`${shown(planText(files))}\n\nMake these changes?`, { more });
  if (answer === undefined) return "no terminal";
  return answer ? undefined : "declined";
}
