/** How an exchange ended, by its commands and words. */
export type Outcome = "solved" | "failed" | "answered" | "open";

export interface Solution {
  readonly approach: string;
  readonly implementation: string;
  readonly outcome: string;
}

/** A person's question and the agent's work on it. */
export interface Exchange {
  readonly sessionId: string;
  /** Key of its prompt. */
  readonly key: string;
  readonly project: string;
  readonly at: string;
  readonly endedAt: string;
  readonly question: string;
  readonly answer: string;
  readonly outcome: Outcome;
  readonly solution: Solution;
  /** Files it changed, relative to the project where they are inside it. */
  readonly files: readonly string[];
  readonly topics: readonly string[];
  /** How much there is to learn from it, 0 to 1. */
  readonly importance: number;
}

export interface Decision {
  readonly kind: "decision";
  readonly decision: string;
  readonly reasoning: string;
  readonly alternatives: readonly string[];
}

export interface Implementation {
  readonly kind: "implementation";
  readonly tool: string;
  readonly file: string;
  readonly description: string;
}

/** An error, what was tried, and the command that proved the fix. */
export interface Remediation {
  readonly kind: "remediation";
  readonly fingerprint: string;
  /** Of all lines that identify the failure, such as the tests that failed; absent in records of earlier versions. */
  readonly fingerprints?: readonly string[];
  readonly error: string;
  readonly command: string;
  readonly attempts: readonly string[];
  readonly files: readonly string[];
  /** Commands between the last failure and the proof that are not read-only; absent in older records. */
  readonly steps?: readonly string[];
  readonly proof: string;
  /** The change of the files, as a short diff; absent in records of earlier versions. */
  readonly diff?: string;
}

export type Finding = Decision | Implementation | Remediation;

/** A finding with its session, exchange and time. */
export type LocatedFinding<F extends Finding = Finding> = F & {
  readonly sessionId: string;
  readonly exchangeKey: string;
  readonly at: string;
};

export type PatternKind = "command" | "code" | "architecture" | "tool" | "error";

/** One thing done within one exchange, and how often. */
export interface PatternUse {
  readonly kind: PatternKind;
  readonly pattern: string;
  readonly uses: number;
  readonly successes: number;
  readonly failures: number;
}

export interface FileTouch {
  readonly path: string;
  readonly how: "changed" | "read";
}

/** Everything derived from one exchange; written and replaced as a whole. */
export interface ExchangeRecord {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  readonly patterns: readonly PatternUse[];
  readonly touches: readonly FileTouch[];
  /** Its commands and their errors, one per line: searched but not shown. */
  readonly activity: string;
}
