import { formatCount } from "../../base/text/plural.js";
import type { CleaningStatus } from "../redaction/report/secrets.js";
import { type Finding, ok } from "./finding.js";

/** What `doctor` says about applying changed rules to what is stored. */
export function checkCleaning({ rules, isCurrent, isEmpty, last }: CleaningStatus): Finding {
  const count = formatCount(
    (last?.columns ?? []).reduce((sum, { values }) => sum + values, 0),
    "value",
  );
  if (isCurrent)
    return ok(
      "secrets",
      `the current rules were applied to everything stored (${last?.finishedAt}); ${count} redacted`,
    );
  if (last?.rules === rules && last.position !== undefined)
    return ok(
      "secrets",
      `applying the current rules to what is stored: at table ${last.position.table}, ${count} redacted`,
    );
  const next = "a running server checks it in the background, `throughline secrets clean` at once";
  if (isEmpty) return ok("secrets", "nothing is stored yet; what will be is redacted by the current rules");
  const problem =
    last === undefined ? "what is stored was not yet checked with" : "what is stored was checked with older rules than";
  return ok("secrets", `${problem} the current rules; ${next}`);
}
