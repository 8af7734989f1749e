/** Where a secret stands, in UTF-16 units of the text that was given; never what it says. */
export interface Finding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** What is written in the place of a secret. */
export const placeholder = "[REDACTED]";

/** Findings in order, those that overlap or touch made one under the name of the most telling rule. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  for (const finding of [...findings].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || finding.start > last.end) merged.push(finding);
    else merged[merged.length - 1] = joined(last, finding);
  }
  return merged;
}

function joined(a: Finding, b: Finding): Finding {
  const rule = isVague(a.rule) ? b.rule : a.rule;
  return { rule, start: a.start, end: Math.max(a.end, b.end) };
}

/** Rules that know only the name a value is given to yield to those that know the value's shape. */
export function isVague(rule: string): boolean {
  return rule === "generic-api-key" || rule === "env-assignment" || rule === "password-assignment";
}
