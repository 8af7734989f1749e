import { type Allowlist, allowedBy, isAllowedPath } from "./allowlist/allowlist.js";
import { findEncoded } from "./find-encoded.js";
import { findRepeated } from "./find-repeated.js";
import { type Finding, mergeFindings, placeholder } from "./finding.js";
import { type Rule, secretRules } from "./rules/secret-rules.js";
import { createSecretFinder } from "./scan/find-secrets.js";

export interface RedactionResult {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Where the text is from, if known. */
export interface TextOrigin {
  readonly path?: string;
}

export interface Redactor {
  /** The text with `[REDACTED]` for every secret, and the secrets' positions in the input. */
  redact(text: string, origin?: TextOrigin): RedactionResult;
}

export interface RedactorOptions {
  /** Token patterns that replace the default table. */
  readonly rules?: readonly Rule[];
  /** Token patterns in addition to the table. */
  readonly extraRules?: readonly Rule[];
  readonly allow?: Allowlist;
}

/** Replacing one secret can expose the boundary of another; texts settle after two rounds, contrived ones after a few more. */
const maxRounds = 6;

export function createRedactor({ rules = secretRules, extraRules = [], allow = {} }: RedactorOptions = {}): Redactor {
  const finder = createSecretFinder([...rules, ...extraRules], allowedBy(allow));
  const isOwnTable = rules === secretRules;

  function withEncoded(text: string, findings: readonly Finding[], path: string | undefined): readonly Finding[] {
    const encoded = findEncoded(text, finder, path);
    return encoded.length === 0 ? findings : mergeFindings([...findings, ...encoded]);
  }

  /** Adds what the replacement of the findings exposes. */
  function withExposed(text: string, known: readonly Finding[], path: string | undefined): readonly Finding[] {
    let findings = known;
    for (let round = 1; round < maxRounds; round++) {
      const more = finder.find(replaceFindings(text, findings), path, isOwnTable).findings;
      if (more.length === 0) break;
      findings = mergeFindings([...findings, ...toOriginalPositions(more, findings)]);
    }
    return findings;
  }

  function redact(text: string, { path }: TextOrigin = {}): RedactionResult {
    if (path !== undefined && isAllowedPath(allow, path)) return { text, findings: [] };
    let findings: readonly Finding[] = withEncoded(text, finder.find(text, path, isOwnTable).findings, path);
    if (findings.length === 0) return { text, findings };
    findings = withExposed(text, findings, path);
    const repeated = mergeFindings([...findings, ...findRepeated(text, findings)]);
    if (coveredLength(repeated) > coveredLength(findings)) findings = withExposed(text, repeated, path);
    return { text: replaceFindings(text, findings), findings };
  }

  return { redact };
}

const coveredLength = (findings: readonly Finding[]) => findings.reduce((sum, { start, end }) => sum + end - start, 0);

function replaceFindings(text: string, findings: readonly Finding[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of findings) {
    parts.push(text.slice(at, start), placeholder);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Maps findings in the redacted text to positions of the original; both lists are in order and read once. */
function toOriginalPositions(more: readonly Finding[], before: readonly Finding[]): Finding[] {
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

let sharedRedactor: Redactor | undefined;

/** The redactor with the default rules, compiled on first use. */
export function defaultRedactor(): Redactor {
  sharedRedactor ??= createRedactor();
  return sharedRedactor;
}

export function redact(text: string, origin?: TextOrigin): RedactionResult {
  return defaultRedactor().redact(text, origin);
}
