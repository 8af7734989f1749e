import { errorLine } from "../../../base/text/error-line.js";

/** The line that says what went wrong in the output of a command that failed; without an error word the first one. */
export const failureLine = (output: string): string | undefined =>
  errorLine(output) ??
  output
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "" && !/^(?:exit code|process exited)/i.test(line))
    ?.slice(0, 400);
