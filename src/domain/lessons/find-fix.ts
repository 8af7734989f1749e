import type { LocatedFinding, Remediation } from "../../store/archive/exchange.js";
import { coversCommand } from "../archive/extract/commands.js";
import { failureFingerprints } from "../errors/failure-line.js";
import { errorSimilarity, isSpecific } from "../errors/same-error.js";

/** A command that failed now. */
export interface Failure {
  readonly output: string;
  /** Empty where the host does not say it. */
  readonly command: string;
}

export type StoredFix = LocatedFinding<Remediation>;

/** Lines with this share of words in common are about the same error; of the same command, fewer are enough. */
const minSimilarity = 0.7;
const minSimilarityOfCommand = 0.5;

export type FoundFix = NonNullable<ReturnType<typeof findFix>>;

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
