const errorPattern =
  /\b([A-Z]\w*(Error|Exception|Warning|Failure|Panic)|error(\[[A-Z]?\d+\])?|exception|panic(ked)?|fatal|failed|failure|traceback|segmentation fault|E[A-Z]{3,}|undefined reference|cannot|refused|denied|not found|timed? ?out)\b/;
const errorHint =
  /error|exception|panic|fatal|failed|failure|cannot|can't|could not|not found|undefined|denied|refused|no such|missing|unexpected|invalid|assert/i;
/** Lines that a program or a host puts around what went wrong. */
const heading =
  /^\s*(?:(?:traceback \(most recent call last\)|caused by|stack trace(?:back)?|error output|stderr|output)\s*:?\s*$|(?:process exited with|exit) code:? \d+|(?:chunk id|wall time|original token count|process group pgid|background pids|signal|error: \(none\))\b|<\/?[a-z_]+>\s*$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals color their output with them
const color = /\u001b\[[0-9;]*[A-Za-z]/g;
const stackFrame = /^\s*(at |File "|\d+: 0x|in <|from |goroutine |\.\.\. \d+ more|\^+|~+)/;
const namedError =
  /^\s*(?:(?:[\w.]+[.:])?[A-Z]\w*(?:Error|Exception|Panic)\b|\S*(?:Error|Exception|error(?:\[\w+\])?|panic|fatal)\b.*:)/;

const maxText = 200_000;
/** What identifies an error is at the beginning of its line. */
const maxLine = 400;

/** What a command printed: its lines without colors, headings and stack frames. */
export const outputLines = (text: string): string[] =>
  text
    .slice(0, maxText)
    .replace(color, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !heading.test(line) && !stackFrame.test(line));

/** The line of a log, traceback or command output that states the error, or undefined if there is none. */
export function errorLine(text: string): string | undefined {
  const lines = outputLines(text);
  // Python names the error last, most others first; a line that begins with the name is more reliable than one that mentions it.
  const line = [namedError, errorPattern, errorHint]
    .map((pattern) => lines.find((line) => pattern.test(line)))
    .find(Boolean);
  return line?.trim().slice(0, maxLine);
}
