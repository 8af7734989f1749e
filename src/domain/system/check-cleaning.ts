import { formatCount } from "../../base/text/plural.js";
import type { CleaningStatus } from "../redaction/report/secrets.js";
import { type Finding, ok } from "./finding.js";

/** What `doctor` says about applying changed rules to what is stored. */
export const checkCleaning = (status: CleaningStatus): Finding => ok("secrets", cleaningText(status));

function cleaningText({ rules, isCurrent, isEmpty, last }: CleaningStatus): string {
  const values = (last?.columns ?? []).reduce((sum, one) => sum + one.values, 0);
  const redacted = `${formatCount(values, "value")} redacted`;
  if (isCurrent) return `the current rules were applied to everything stored (${last?.finishedAt}); ${redacted}`;
  if (last?.rules === rules && last.position !== undefined)
    return `applying the current rules to what is stored: at table ${last.position.table}, ${redacted}`;
  if (isEmpty) return "nothing is stored yet; what will be is redacted by the current rules";
  const problem = last ? "was checked with older rules than" : "was not yet checked with";
  return `what is stored ${problem} the current rules; a running server checks it in the background, \`throughline secrets clean\` at once`;
}
