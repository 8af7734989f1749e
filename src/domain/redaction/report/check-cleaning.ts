import { formatCount } from "../../../base/text/plural.js";
import { type Finding, ok } from "../../system/finding.js";
import type { CleaningStatus } from "./secrets.js";

/** What `doctor` says about applying changed rules to what is stored. `isShared`: a database server, which no process cleans by itself. */
export function checkCleaning({ rules, isCurrent, last }: CleaningStatus, isShared: boolean): Finding {
  const count = formatCount(
    (last?.columns ?? []).reduce((sum, { values }) => sum + values, 0),
    "value",
  );
  if (isCurrent)
    return ok("secrets", `rules ${rules} applied to everything stored (${last?.finishedAt}); ${count} redacted`);
  if (last?.rules === rules && last.position !== undefined)
    return ok(
      "secrets",
      `applying rules ${rules} to what is stored: at table ${last.position.table}, ${count} redacted`,
    );
  const next = isShared
    ? "`throughline secrets clean` applies them, once for all processes"
    : "a running server applies them in the background, `throughline secrets clean` at once";
  return ok("secrets", `rules ${rules} not yet applied to what was stored before; ${next}`);
}
