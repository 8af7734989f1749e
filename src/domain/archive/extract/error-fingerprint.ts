const telling =
  /\b([A-Z]\w*(?:Error|Exception)|error(?: TS\d+|\[\w+\])?:|panic|fatal|failed|failure|cannot|can't|could not|not found|undefined|denied|refused|timed? ?out|E[A-Z]{4,}|no such|missing|unexpected|invalid|assert)/i;

/** The line of an output that says what went wrong; empty when none does. */
export function errorLine(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== "" && !/^(Exit code \d+|Chunk ID|Wall time|Original token count|Output:|\^+|at .*:\d+)/.test(line),
    );
  const said =
    lines.find((line) => /^\S*(Error|Exception|error(\[\w+\])?|panic|fatal)\b.*:/.test(line)) ??
    lines.find((line) => telling.test(line));
  return (said ?? "").slice(0, 300);
}

/** What two occurrences of one error have in common: no paths, numbers, quoted names or colours. */
export const errorFingerprint = (line: string): string =>
  line
    .toLowerCase()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals colour their output with them
    .replace(/\u001b\[[0-9;]*m/g, "")
    .replace(/(?:[a-z]:)?[\w.@~-]*[/\\][\w./\\@-]+/g, "<path>")
    .replace(/0x[0-9a-f]+|\b[0-9a-f]{8,}\b/g, "<id>")
    .replace(/\d+/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
