/**
 * Tools that touch nothing but the caller's rows, by name. A team service offers only these: every other tool
 * may read files of its machine or start programs there. A new tool is not offered until it is listed here;
 * `test/service-tools.test.ts` runs each with engines that refuse every access to the machine.
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

/** Those that add a record to the tenant's quota; feedback changes existing records. */
export const keepsRecord: ReadonlySet<string> = new Set(["memory_record", "checkpoint_save", "remediation_record"]);
