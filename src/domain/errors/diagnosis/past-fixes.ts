import type { Call } from "../../call.js";
import type { Hypothesis } from "./diagnose.js";

/** An error of an earlier session that a later command no longer showed. */
export interface PastFix {
  readonly sessionId: string;
  readonly at: string;
  readonly error: string;
  /** Files that were changed between the failure and the success. */
  readonly files: readonly string[];
  /** What was tried and did not help. */
  readonly attempts: readonly string[];
  /** The command that passed afterwards. */
  readonly proof: string;
}

/** A function, because diagnosis does not depend on the archive. */
export type ReadPastFixes = (call: Call, message: string) => Promise<PastFix[]>;

/** The same error was fixed once, but the cause was never stated, only the changes were observed. */
const confidence = 0.6;
const maxFiles = 5;

export const fromPastFix = ({ sessionId, at, error, files, proof }: PastFix): Hypothesis => ({
  description:
    files.length > 0
      ? `The cause is where it was before: in ${files.slice(0, maxFiles).join(", ")}`
      : `The cause is the one that was fixed when \`${proof}\` passed`,
  confidence,
  evidence: [`The same error was fixed on ${at.slice(0, 10)} in session ${sessionId}: ${error}`],
});

export function adviceOfPastFix({ sessionId, files, attempts, proof }: PastFix): string[] {
  const hint = files.length > 0 ? `see its changes in ${files.slice(0, maxFiles).join(", ")}` : "see what it did";
  return [
    `Session ${sessionId} fixed this error: ${hint}; then \`${proof}\` passed`,
    ...attempts.slice(0, 2).map((one) => `Do not retry what did not help: ${one}`),
  ];
}
