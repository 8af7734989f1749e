import { field, type RecordOf, recordTable } from "../record-table.js";

/** How an exchange ended, by its commands and words. */
export type Outcome = "solved" | "failed" | "answered" | "open";

export type Solution = Readonly<Record<"approach" | "implementation" | "outcome", string>>;

export const exchangeTable = recordTable("exchanges", {
  sessionId: "text",
  /** Key of its prompt. */
  key: "text",
  project: "text",
  at: "text",
  endedAt: "text",
  question: "text",
  answer: "text",
  outcome: field<Outcome>("text"),
  solution: field<Solution>("json"),
  /** Files it changed, relative to the project where they are inside it. */
  files: field<readonly string[]>("json"),
  topics: field<readonly string[]>("json"),
  /** How much there is to learn from it, 0 to 1. */
  importance: field<number>("number", "worth"),
});

/** A person's question and the agent's work on it. */
export type Exchange = RecordOf<typeof exchangeTable>;

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

export const findingTable = recordTable("findings", {
  sessionId: "text",
  exchangeKey: "text",
  kind: field<Finding["kind"]>("text"),
  position: "number",
  project: "text",
  at: "text",
  /** By which it is looked up: the fingerprint of a remediation. */
  label: "text",
  body: field<Finding>("json"),
});

/** A finding with its session, exchange and time. */
export type LocatedFinding<F extends Finding = Finding> = F &
  Pick<RecordOf<typeof findingTable>, "sessionId" | "exchangeKey" | "at">;

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
