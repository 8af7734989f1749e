import { opening } from "../../../base/text/sentences.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import { failureLine } from "../../errors/failure-line.js";
import type { DraftCall } from "../ingest/exchange-draft.js";
import { isReadOnlyCommand } from "./commands.js";

const failed = " failed: ";
const maxCommand = 120;

/** What was done in an exchange: the files it changed, or its commands; and the command that failed last. */
export function implementationText(calls: readonly DraftCall[], changed: readonly string[]): string {
  const broken = lastFailure(calls);
  if (changed.length > 0) {
    const tools = [...new Set(calls.filter(({ changes }) => changes).map(({ tool }) => tool))];
    const more = changed.length > 5 ? ` and ${changed.length - 5} more` : "";
    return [`${tools.join(", ")}: ${changed.slice(0, 5).join(", ")}${more}`, ...broken].join("; ");
  }
  const commands = [...new Set(calls.flatMap(({ command }) => command ?? []))];
  const acts = commands.filter((command) => !isReadOnlyCommand(command));
  return broken[0] ?? opening((acts.length > 0 ? acts : commands).slice(-3).join("; "), 300);
}

/** The last command that does something, if it failed. */
function lastFailure(calls: readonly DraftCall[]): string[] {
  const last = calls.findLast(
    ({ command, ok, own }) => command !== undefined && ok !== undefined && !own && !isReadOnlyCommand(command),
  );
  const error = last?.ok === false ? failureLine(last.output ?? "") : undefined;
  return error === undefined ? [] : [`\`${opening(last?.command ?? "", maxCommand)}\`${failed}${opening(error, 160)}`];
}

/** The command that failed last and its error, from such a text. */
export function failedCommandIn(implementation: string): string | undefined {
  const end = implementation.lastIndexOf(`\`${failed}`);
  const start = end < 0 ? -1 : implementation.lastIndexOf("`", end - 1);
  return start < 0 ? undefined : implementation.slice(start);
}

/** A shorter paragraph only says that it is done. */
const minReport = 30;

/** What came of an exchange, in the agent's words: its last paragraph that is not a question; else what its commands showed. */
export function reportOf({ answer, solution: { outcome, approach } }: Exchange): string {
  const paragraphs = answer.split(/\n\s*\n/).map((text) => text.trim());
  const report = paragraphs.findLast((text) => text.length >= minReport && !/\?$|^(`{3}|\|)/.test(text));
  return report ?? (outcome || approach);
}
