/**
 * Tools that touch nothing but the caller's rows, by name. A service for others offers these and no more: every other tool
 * may read files of the machine it runs on or start programs there. A new tool is not offered until it stands here, and
 * `test/service-tools.test.ts` runs each on a machine that nobody may touch.
 */
export const databaseOnly: ReadonlySet<string> = new Set([
  "memory_search",
  "memory_record",
  "memory_feedback",
  "memory_list",
  "memory_get",
  "memory_update",
  "memory_forget",
  "memory_outcome",
  "checkpoint_save",
  "checkpoint_list",
  "checkpoint_resume",
  "checkpoint_diff",
  "remediation_search",
  "remediation_record",
  "remediation_feedback",
  "troubleshoot_diagnose",
]);

/** Those of them after which a tenant keeps one record more; votes add to what is there. */
export const keepsRecord: ReadonlySet<string> = new Set(["memory_record", "checkpoint_save", "remediation_record"]);
