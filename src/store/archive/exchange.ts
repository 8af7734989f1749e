import { sha256 } from "../../base/sha256.js";

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

/** What a sentence of a session states for later sessions. */
export const statementKinds = ["preference", "decision", "trap", "fact", "task", "next", "outcome"] as const;
export type StatementKind = (typeof statementKinds)[number];

/** A sentence that later sessions should know, in the words of its speaker. */
export interface Statement {
  readonly kind: "statement";
  readonly about: StatementKind;
  readonly text: string;
  readonly by: "person" | "agent";
  /** That later sessions need it; absent where a rule found it, and in records of earlier versions. */
  readonly probability?: number;
  /** The probability of each class by its words alone; absent where a rule found it, and in records of earlier versions. */
  readonly scores?: readonly number[];
  /** Less likely than a statement is: it counts only if a model says so that has read it. */
  readonly isCandidate?: true;
  /** Terms that the sentence says are given up: "instead of Redux", "drop Kafka". */
  readonly dropped: readonly string[];
  /** Files that its exchange changed. */
  readonly files: readonly string[];
}

/** A statement with what words and a model made of it before. */
export function withReading(
  { isCandidate: _, ...statement }: Statement,
  { about, probability, isCandidate }: Pick<Statement, "about" | "probability" | "isCandidate">,
): Statement {
  return {
    ...{ ...statement, about },
    ...(probability === undefined ? {} : { probability }),
    ...(isCandidate ? { isCandidate } : {}),
  };
}

/** Candidates are stored apart: whatever reads statements does not see them. */
export const rowKind = ({ isCandidate }: Statement): "candidate" | "statement" =>
  isCandidate ? "candidate" : "statement";

/** The lookup key of a statement: equal for the same words. */
export const statementLabel = ({ about, text }: Pick<Statement, "about" | "text">): string =>
  `${about}:${sha256(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  ).slice(0, 16)}`;

export type Finding = Decision | Implementation | Remediation | Statement;

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
