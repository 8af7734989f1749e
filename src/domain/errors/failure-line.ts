import { errorFingerprint } from "../../base/text/error-fingerprint.js";
import { errorLine, outputLines } from "../../base/text/error-line.js";
import { isSpecific } from "./same-error.js";

/** A test that passed. */
const passed = /^\s*(?:[✓✔√]|ok \d|PASS\b)/;

/**
 * The line that says what went wrong in the output of a command that failed; without an error word the first one that
 * does not report a success.
 */
export const failureLine = (output: string): string | undefined =>
  errorLine(output) ??
  outputLines(output)
    .find((line) => !passed.test(line))
    ?.trim()
    .slice(0, 400);

const namesFailure =
  /error|exception|panic|fatal|fail|assert|cannot|can't|could not|not found|denied|refused|missing|unexpected|invalid|not ok|timed? ?out|[✕✗×●❯]|^\s*\d+\) \S/i;
const maxFingerprints = 12;

/**
 * What identifies a failure: the fingerprints of its error and of the tests that failed. A run that fails in two places
 * may name another one first.
 */
export function failureFingerprints(output: string): string[] {
  const first = failureLine(output) ?? "";
  const fingerprints = [first, ...outputLines(output).filter((line) => namesFailure.test(line))].map((line) =>
    errorFingerprint(line.trim()),
  );
  const specific = fingerprints.filter(isSpecific);
  const all = specific.length > 0 || first === "" ? specific : fingerprints.slice(0, 1);
  return [...new Set(all)].slice(0, maxFingerprints);
}
