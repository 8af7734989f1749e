import type { Outcome } from "../../../store/archive/exchange.js";
import type { DraftCall } from "../ingest/exchange-draft.js";
import { isReadOnlyCommand } from "./is-read-only-command.js";

const good =
  /\b(fixed|solved|works now|done|implemented|created|updated|added|removed|renamed|pass(?:es|ed|ing)?|resolved|complete[d]?)\b/i;
/** The agent says that it did not get there. */
const gaveUp =
  /\b(could not|couldn't|cannot (?:fix|solve|make|get|reproduce)|unable|not able to|still (?:broken|fail\w*|crash\w*)|do(?:es)?n't work|not working|no luck|gave up|blocked|was rejected)\b/i;
/** Without having done anything, only what it says of itself counts: a discussion mentions what could not work. */
const iCould = /\bi(?:'m| am| was)? (?:could not|couldn't|cannot|can't|unable|not able)\b/i;
/** Mentions a failure, which may have been fixed. */
const failing = /\bfail(?:s|ed|ing|ure)?\b/i;

/** How an exchange ended: the result of its last meaningful command, then the last words, then whether anything was done. */
export function classifyOutcome(calls: readonly DraftCall[], texts: readonly string[]): Outcome {
  if (texts.length === 0 && calls.length === 0) return "open";
  const last = texts.at(-1) ?? "";
  const acts = calls.filter(
    ({ command, changes }) => changes || (command !== undefined && !isReadOnlyCommand(command)),
  );
  const command = acts.findLast((call) => call.command !== undefined && call.ok !== undefined);
  if (acts.length === 0) return iCould.test(last) ? "failed" : "answered";
  const isGood = good.test(last);
  if (command?.ok === false && !isGood) return "failed";
  if (gaveUp.test(last) && !(isGood && command?.ok === true)) return "failed";
  if (failing.test(last) && !isGood && command?.ok !== true) return "failed";
  return acts.some(({ ok }) => ok !== false) ? "solved" : "answered";
}
