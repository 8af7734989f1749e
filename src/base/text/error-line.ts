const telling =
  /\b([A-Z]\w*(Error|Exception|Warning|Failure|Panic)|error(\[[A-Z]?\d+\])?|exception|panic(ked)?|fatal|failed|failure|traceback|segmentation fault|E[A-Z]{3,}|undefined reference|cannot|refused|denied|not found|timed? ?out)\b/;
const hinting =
  /error|exception|panic|fatal|failed|failure|cannot|can't|could not|not found|undefined|denied|refused|no such|missing|unexpected|invalid|assert/i;
const headings =
  /^\s*(?:(?:traceback \(most recent call last\)|caused by|stack trace|error output|stderr|output)\s*:?\s*$|(?:process exited with|exit) code \d+|chunk id|wall time|original token count)/i;
const frames = /^\s*(at |File "|\d+: 0x|in <|from |goroutine |\.\.\. \d+ more|\^+|~+)/;
const named =
  /^\s*(?:(?:[\w.]+[.:])?[A-Z]\w*(?:Error|Exception|Panic)\b|\S*(?:Error|Exception|error(?:\[\w+\])?|panic|fatal)\b.*:)/;

const maxText = 200_000;
/** What identifies an error is at the beginning of its line. */
const maxLine = 400;

/** The line of a log, traceback or command output that says what went wrong, or undefined when none does. */
export function errorLine(text: string): string | undefined {
  const lines = text
    .slice(0, maxText)
    .split("\n")
    .filter((line) => !headings.test(line) && !frames.test(line));
  // Python names the error last, most others first; a line that begins with its name is surer than one that mentions it.
  const found = [named, telling, hinting].map((form) => lines.find((line) => form.test(line))).find(Boolean);
  return found?.trim().slice(0, maxLine);
}
