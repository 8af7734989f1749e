import type { Call } from "../call.js";
import type { Hypothesis } from "./diagnose.js";

/** An error of an earlier session that went away, as far as the archive saw. */
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

/** Asks whoever keeps past sessions; this part of the product does not know who that is. */
export type ReadPastFixes = (call: Call, message: string) => Promise<PastFix[]>;

/** The same error went away once, but what made it go away was not said, only seen. */
const confidence = 0.6;
const maxFiles = 5;

export const fromPastFix = ({ sessionId, at, error, files, proof }: PastFix): Hypothesis => ({
  description:
    files.length > 0
      ? `The cause lies where it lay before: in ${files.slice(0, maxFiles).join(", ")}`
      : `The cause is one that \`${proof}\` showed to be gone before`,
  confidence,
  evidence: [`The same error was overcome on ${at.slice(0, 10)} in session ${sessionId}: ${error}`],
});

export function adviceOfPastFix({ sessionId, files, attempts, proof }: PastFix): string[] {
  const where = files.length > 0 ? `see what it changed in ${files.slice(0, maxFiles).join(", ")}` : "see what it did";
  return [
    `Session ${sessionId} got past this error: ${where}; then \`${proof}\` passed`,
    ...attempts.slice(0, 2).map((one) => `Do not try again what did not help: ${one}`),
  ];
}
