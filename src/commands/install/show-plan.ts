import type { FileOutcome } from "../../domain/install/change-files.js";
import type { InstallPlan } from "../../domain/install/installer.js";
import type { FilePlan } from "../../domain/install/plan-install.js";
import { unifiedDiff } from "../../domain/merge/diff/unified-diff.js";

export interface ShownFile {
  readonly file: string;
  readonly change: "make" | "change" | "remove" | "none" | "refuse";
  readonly diff: string;
  readonly why: string;
}

/** The change of each file in a plan, with its diff. */
export const showFiles = ({ files }: InstallPlan): ShownFile[] =>
  files.map((plan) => ({
    file: plan.file,
    change: changeOf(plan),
    diff: diffOf(plan),
    why: plan.refused ?? "",
  }));

function changeOf({ current, next, refused }: FilePlan): ShownFile["change"] {
  if (refused !== undefined) return "refuse";
  if (current === next) return "none";
  if (current === undefined) return "make";
  return next === undefined ? "remove" : "change";
}

function diffOf({ file, current, next, refused }: FilePlan): string {
  if (refused !== undefined) return "";
  const fromFile = current === undefined ? "/dev/null" : file;
  const toFile = next === undefined ? "/dev/null" : file;
  return unifiedDiff(current ?? "", next ?? "", { fromFile, toFile });
}

export const diffText = (files: readonly ShownFile[]): string => files.map(({ diff }) => diff).join("");

/** Why nothing was written. */
export type Held = "dry run" | "no terminal" | "declined";

export interface Answer {
  readonly files: readonly ShownFile[];
  readonly outcomes: readonly FileOutcome[];
  readonly held?: Held;
}

export function outcomeLines({ files, outcomes, held }: Answer): string[] {
  if (held === undefined) {
    return outcomes
      .filter(({ outcome, why }) => outcome !== "unchanged" || why)
      .map(({ outcome, file, why }) => `${outcome.padEnd(9)} ${file}${why ? `: ${why}` : ""}`);
  }
  const refused = files.filter(({ change }) => change === "refuse").map(({ file, why }) => `refused   ${file} ${why}`);
  return [diffText(files).trimEnd(), ...refused, reasons[held]].filter((line) => line !== "");
}

const reasons: Record<Held, string> = {
  "dry run": "Nothing was changed: this was a dry run.",
  "no terminal": "Nothing was changed: there is no terminal to confirm in. Add --yes to apply the changes.",
  declined: "Nothing was changed.",
};
