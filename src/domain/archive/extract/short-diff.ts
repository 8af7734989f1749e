import type { Edit } from "../sessions/parse-edits.js";

const maxLines = 12;
const maxLineLength = 160;

/** The changed lines of edits, `-` and `+`, without what stayed: enough to repeat a fix. */
export function shortDiff(edits: readonly Edit[]): string {
  const lines = edits.flatMap(({ before, after }) => {
    const [old, now] = [linesOf(before), linesOf(after)];
    return [
      ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
      ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
    ];
  });
  const shown = lines.slice(0, maxLines).map((line) => line.slice(0, maxLineLength));
  return [...shown, ...(lines.length > maxLines ? [`… ${lines.length - maxLines} more lines`] : [])].join("\n");
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");
