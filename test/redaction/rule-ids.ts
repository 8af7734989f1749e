import { specialRuleIds } from "../../src/domain/redaction/rules/rule-ids.js";
import { fileRuleIds } from "../../src/domain/redaction/rules/secret-files.js";
import { secretRules } from "../../src/domain/redaction/rules/secret-rules.js";

/** Every rule that a finding can name. */
export const ruleIds = (): ReadonlySet<string> =>
  new Set([...secretRules.map(({ id }) => id), ...specialRuleIds, ...fileRuleIds]);
