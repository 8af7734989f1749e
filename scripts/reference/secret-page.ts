import { specialRuleIds } from "../../src/domain/redaction/rules/rule-ids.js";
import { fileRuleIds } from "../../src/domain/redaction/rules/secret-files.js";
import { isPrefixedRule, type Rule, secretRules } from "../../src/domain/redaction/rules/secret-rules.js";
import { heading, table } from "./markdown.js";

/** What is recognized as a secret, from the table of rules. */
export const secretPage = (): string =>
  heading("Secrets that are recognized", [
    "Whatever one of these rules finds is replaced by `[REDACTED]` before it is stored, shared or answered. " +
      "Allow a rule or a value with the setting `redaction.allow`, add a prefix of your own with `redaction.prefixes`.",
    "## Tokens with a known form",
    "A token is recognized anywhere by its prefix, or by the name it is given to.",
    table(
      ["rule", "recognized by"],
      [...rulesById()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, rules]) => [`\`${id}\``, signsOf(rules)]),
    ),
    "## Passwords and keys without a form",
    "Read from the place they are written in: assignments, prose, headers, addresses, commands and manifests.",
    specialRuleIds.map((id) => `\`${id}\``).join(", "),
    "## Files that are a secret as a whole",
    fileRuleIds.map((id) => `\`${id}\``).join(", "),
  ]);

function rulesById(): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>();
  for (const rule of secretRules) rules.set(rule.id, [...(rules.get(rule.id) ?? []), rule]);
  return rules;
}

const maxSigns = 6;

function signsOf(rules: readonly Rule[]): string {
  const signs = rules.flatMap((rule) =>
    isPrefixedRule(rule)
      ? [rule.prefix].flat().map((prefix) => `\`${prefix.trim()}\``)
      : rule.words.map((word) => `name with \`${word}\``),
  );
  const distinct = [...new Set(signs.map((sign) => sign.replaceAll("|", "\\|")))];
  const more = distinct.length - maxSigns;
  return distinct.slice(0, maxSigns).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
