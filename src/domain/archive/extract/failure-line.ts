import { errorLine, outputLines } from "../../../base/text/error-line.js";
import { contentWords } from "./content-words.js";
import { errorFingerprint } from "./error-fingerprint.js";

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
  const specific = [first, ...outputLines(output).filter((line) => namesFailure.test(line))].filter(isSpecific);
  const lines = specific.length > 0 || first === "" ? specific : [first];
  return [...new Set(lines.map((line) => errorFingerprint(line.trim())))].slice(0, maxFingerprints);
}

/** Words of every report: "Tests: 1 failed, 7 passed". */
const reportWords = new Set(
  `test tests testing suite suites case cases spec specs example examples assertion assertions fail failed failing failure
  failures error errors pass passed passing ok not skipped ignored pending total run runs ran time duration sec second
  seconds ms build builds built command exit exited status code process task npm err lifecycle script elifecycle
  path done finished result results warn warning warnings info expected received actual left right but value values`.split(
    /\s+/,
  ),
);
const minSpecificWords = 2;

/** Whether a line says more than that something failed. */
export const isSpecific = (line: string): boolean => specificWords(line).size >= minSpecificWords;

/** The words of a line that tell one failure from another: no paths, numbers or words of every report. */
export const specificWords = (line: string): ReadonlySet<string> =>
  new Set([...contentWords(errorFingerprint(line).replace(/<\w+>/g, " "))].filter((word) => !reportWords.has(word)));
