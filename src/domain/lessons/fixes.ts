import { opening } from "../../base/text/sentences.js";
import type { LocatedFinding, Remediation } from "../../store/archive/exchange.js";
import { coversCommand } from "../archive/extract/commands.js";
import type { Call } from "../call.js";
import { failureFingerprints } from "../errors/failure-line.js";
import { errorSimilarity, isSpecific } from "../errors/same-error.js";
import { type LessonLine, sessionSource } from "./lesson-line.js";

/** A command that failed now; empty where the host does not say it. */
export type Failure = { readonly output: string; readonly command: string };

export type StoredFix = LocatedFinding<Remediation>;

/** Lines with this share of words in common are about the same error; of the same command, fewer are enough. */
const minSimilarity = 0.7;
const minSimilarityOfCommand = 0.5;

/**
 * The fix whose failure is the most similar, the newest of equals, and whether a line of the failure is the same but for
 * numbers and paths. Takes fixes with the newest first.
 */
export function findFix(fixes: readonly StoredFix[], { output, command }: Failure) {
  const fingerprints = failureFingerprints(output);
  let best: { fix: StoredFix; score: number } | undefined;
  for (const fix of fixes) {
    const isSame = (other: string) => coversCommand(command, other) || coversCommand(other, command);
    const isSameCommand = command !== "" && [fix.proof, fix.command].some(isSame);
    const score = scoreOf(fix, fingerprints, isSameCommand);
    if (score > (best?.score ?? 0)) best = { fix, score };
  }
  return best && { fix: best.fix, isSame: best.score >= 1 };
}

function scoreOf(fix: StoredFix, fingerprints: readonly string[], isSameCommand: boolean): number {
  const stored = fix.fingerprints ?? [fix.fingerprint];
  // "1 failed" is the same line in every report: only the command tells whether it is the same failure.
  const isShared = (one: string) => stored.includes(one) && (isSameCommand || isSpecific(one));
  if (fingerprints.some(isShared)) return isSameCommand ? 2 : 1;
  const similarities = stored.flatMap((one) => fingerprints.map((other) => errorSimilarity(one, other)));
  const similarity = Math.max(0, ...similarities);
  return similarity >= (isSameCommand ? minSimilarityOfCommand : minSimilarity) ? similarity * 0.9 : 0;
}

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

export const fixLine = (fix: StoredFix): LessonLine => ({
  // Not the item of the failure: a note about a file has only the beginning of the change.
  item: `file-fix:${fix.fingerprint}`,
  text: `- Fixed here: ${opening(fix.error, 120)}; \`${fix.proof}\` passed afterwards${indentedDiff(fix.diff ?? "", 4)} [${sessionSource(fix)}]`,
});

const indentedDiff = (diff: string, maxLines: number): string =>
  diff === "" ? "" : `\n${indented(diff.split("\n").slice(0, maxLines)).join("\n")}\n `;

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const changeLines = (diff: string): string[] => (diff === "" ? [] : ["The change:", ...indented(diff.split("\n"))]);

export function describeFix({ fix, isSame }: NonNullable<ReturnType<typeof findFix>>): string {
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
