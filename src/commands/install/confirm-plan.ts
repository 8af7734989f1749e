import { blankControls } from "../../base/text-cells.js";
import type { CommandCall } from "../../domain/command-app.js";
import { diffText, type Held, planText, type ShownFile } from "./show-plan.js";

interface Question {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly title: string;
  /** What happens beside the changes. */
  readonly beside: string;
}

/** Shows the changes and asks, if there is a terminal; `held` says why they must not be made. */
export async function confirmPlan(
  files: readonly ShownFile[],
  { dryRun, yes, title, beside }: Question,
  app: CommandCall,
): Promise<{ readonly held?: Held; readonly isAsked?: boolean }> {
  if (dryRun) return { held: "dry run" };
  if (yes || files.every(({ change }) => change === "none" || change === "refuse")) return {};
  const shown = (text: string) => blankControls(app.redaction.text(text));
  const more = { key: "d", label: "show the diff", text: shown(diffText(files)) };
  const screen = [title, "", planText(files), "", beside].join("\n").trimEnd();
  const answer = await app.ask(`${shown(screen)}\n\nMake these changes?`, { more });
  if (answer === undefined) return { held: "no terminal" };
  return answer ? { isAsked: true } : { held: "declined" };
}
