import { type Allowlist, allowedBy, isAllowedPath } from "./allowlist/allowlist.js";
import { findEncoded } from "./find-encoded.js";
import { findRepeated } from "./find-repeated.js";
import { type Finding, mergeFindings, placeholder } from "./finding.js";
import { defaultRules } from "./rules/default-rules.js";
import type { Rule } from "./rules/rule.js";
import { createSecretFinder } from "./scan/find-secrets.js";

export interface Redaction {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Where the text is from, as far as it is known. */
export interface TextOrigin {
  readonly path?: string;
}

export interface Redactor {
  /** The text with `[REDACTED]` for every secret, and where these stood in the text that was given. */
  redact(text: string, origin?: TextOrigin): Redaction;
}

export interface RedactorOptions {
  /** The table of token shapes, in place of the default one. */
  readonly rules?: readonly Rule[];
  /** Shapes beside those of the table. */
  readonly extraRules?: readonly Rule[];
  readonly allow?: Allowlist;
}

/** Taking out one secret can set the border of another free; texts settle after two rounds, contrived ones after a few more. */
const maxRounds = 6;

export function createRedactor({ rules = defaultRules, extraRules = [], allow = {} }: RedactorOptions = {}): Redactor {
  const finder = createSecretFinder([...rules, ...extraRules], allowedBy(allow));

  function withEncoded(text: string, findings: readonly Finding[], path: string | undefined): readonly Finding[] {
    const encoded = findEncoded(text, finder, path);
    return encoded.length === 0 ? findings : mergeFindings([...findings, ...encoded]);
  }

  function redact(text: string, { path }: TextOrigin = {}): Redaction {
    if (path !== undefined && isAllowedPath(allow, path)) return { text, findings: [] };
    let findings: readonly Finding[] = withEncoded(text, finder.find(text, path).findings, path);
    if (findings.length === 0) return { text, findings };
    for (let round = 1; round < maxRounds; round++) {
      const more = finder.find(replaced(text, findings), path).findings;
      if (more.length === 0) break;
      findings = mergeFindings([...findings, ...inOriginal(more, findings)]);
    }
    findings = mergeFindings([...findings, ...findRepeated(text, findings)]);
    return { text: replaced(text, findings), findings };
  }

  return { redact };
}

function replaced(text: string, findings: readonly Finding[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of findings) {
    parts.push(text.slice(at, start), placeholder);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Findings in the redacted text, told in places of the original; both lists are in order and walked once. */
function inOriginal(more: readonly Finding[], before: readonly Finding[]): Finding[] {
  let passed = 0;
  let shift = 0;

  function place(at: number, side: "start" | "end"): number {
    for (let next = before[passed]; next; next = before[passed]) {
      const shownStart = next.start + shift;
      const shownEnd = shownStart + placeholder.length;
      if (at < shownStart || (at === shownStart && side === "end")) break;
      if (at < shownEnd || (at === shownEnd && side === "end")) return next[side];
      shift += placeholder.length - (next.end - next.start);
      passed++;
    }
    return at - shift;
  }

  return more.map(({ rule, start, end }) => ({ rule, start: place(start, "start"), end: place(end, "end") }));
}

let standard: Redactor | undefined;

/** The redactor with the default rules, compiled when first asked for. */
export function defaultRedactor(): Redactor {
  standard ??= createRedactor();
  return standard;
}

export function redact(text: string, origin?: TextOrigin): Redaction {
  return defaultRedactor().redact(text, origin);
}
