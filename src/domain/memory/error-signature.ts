import { errorFingerprint } from "../search/query/error-fingerprint.js";

// One tool prints `Error:` before the same words that another prints bare.
const callings = /^(?:(?:uncaught|unhandled|fatal|error|err!?|exception|panic|npm)\b[\s:!]*)+/;

/** Equal for reports of the same failure, whoever printed them and whatever differs from one time to the next. */
export function errorSignature(text: string): string {
  const fingerprint = errorFingerprint(text);
  return fingerprint.replace(callings, "") || fingerprint;
}
