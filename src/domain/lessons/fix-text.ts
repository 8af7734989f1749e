import { opening } from "../../base/text/sentences.js";
import type { LocatedFinding, Remediation } from "../../store/archive/exchange.js";
import type { Call } from "../call.js";
import type { FoundFix } from "./find-fix.js";
import { type LessonLine, sessionSource } from "./lesson-line.js";

/** A fix that was recorded on purpose: for this project, a team or the organization. */
export interface SharedFix {
  /** Who shares it: "fix rem_1 of team platform". */
  readonly source: string;
  readonly problem: string;
  readonly solution: string;
  readonly diff: string;
  /** The command that proved it, or empty. */
  readonly proof: string;
}

/** Recorded fixes; those of other projects only where their scope is shared. */
export interface SharedFixes {
  /** The best one for the line that says what went wrong. */
  find(call: Call, errorLine: string): Promise<SharedFix | undefined>;
}

export const fixLine = (fix: LocatedFinding<Remediation>): LessonLine => ({
  // Not the item of the failure: a note about a file has only the beginning of the change.
  item: `file-fix:${fix.fingerprint}`,
  text: `- Fixed here: ${opening(fix.error, 120)}; \`${fix.proof}\` passed afterwards${indentedDiff(fix.diff ?? "", 4)} [${sessionSource(fix)}]`,
});

const indentedDiff = (diff: string, maxLines: number): string =>
  diff === "" ? "" : `\n${indented(diff.split("\n").slice(0, maxLines)).join("\n")}\n `;

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const changeLines = (diff: string): string[] => (diff === "" ? [] : ["The change:", ...indented(diff.split("\n"))]);

export function describeFix({ fix, isSame }: FoundFix): string {
  const { error, attempts, files, steps = [], proof, diff = "" } = fix;
  return [
    `${isSame ? "The same" : "A similar"} error was overcome here before: ${error}`,
    ...changeLines(diff),
    ...(diff === "" && files.length > 0 ? [`Files changed: ${files.join(", ")}`] : []),
    ...(steps.length > 0 ? [`Commands run: ${steps.join("; ")}`] : []),
    ...(attempts.length > 0 ? [`Tried without success: ${attempts.slice(0, 4).join("; ")}`] : []),
    `The command that passed afterwards: ${proof}`,
  ].join("\n");
}

export const describeSharedFix = ({ problem, solution, diff, proof }: SharedFix): string =>
  [
    `The same error has a recorded fix: ${opening(problem, 200)}`,
    `The fix: ${opening(solution, 400)}`,
    ...changeLines(diff),
    ...(proof === "" ? [] : [`The command that passed afterwards: ${proof}`]),
  ].join("\n");
