/** Where a secret is, in UTF-16 units of the input; never its value. */
export interface Finding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** What replaces a secret. */
export const placeholder = "[REDACTED]";

/** Findings in order; those that overlap or touch are merged under the most specific rule. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  for (const finding of [...findings].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || finding.start > last.end) merged.push(finding);
    else merged[merged.length - 1] = joinFindings(last, finding);
  }
  return merged;
}

function joinFindings(a: Finding, b: Finding): Finding {
  const rule = isVague(a.rule) ? b.rule : a.rule;
  return { rule, start: a.start, end: Math.max(a.end, b.end) };
}

/** Rules that know only the name of a value yield to those that know its pattern. */
export function isVague(rule: string): boolean {
  return rule === "generic-api-key" || rule === "env-assignment" || rule === "password-assignment";
}
