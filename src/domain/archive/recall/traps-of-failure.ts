import { outputLines } from "../../../base/text/error-line.js";
import { specificWords } from "../extract/failure-line.js";
import { contentWords } from "../extract/statements/content-words.js";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";
import type { Failure } from "./find-fix.js";

/** A trap is about a failure when this share of its words occurs in the output or the command. */
const minShare = 0.4;
const minShared = 2;
const maxLines = 60;

/** Traps that speak of a failure, the best first: what a person once warned of is the fix that no session had to find. */
export function trapsOf(statements: readonly CurrentStatement[], { output, command }: Failure): CurrentStatement[] {
  const lines = outputLines(output).slice(0, maxLines);
  const known = new Set([...contentWords(command), ...lines.flatMap((line) => [...specificWords(line)])]);
  return statements
    .filter(({ about }) => about === "trap")
    .map((statement) => {
      const words = [...contentWords(statement.text)];
      const shared = words.filter((word) => known.has(word)).length;
      return { statement, shared, share: shared / Math.max(1, words.length) };
    })
    .filter(({ shared, share }) => shared >= minShared && share >= minShare)
    .toSorted((a, b) => b.share - a.share)
    .map(({ statement }) => statement);
}
