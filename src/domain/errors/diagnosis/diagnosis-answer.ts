import type { Hypothesis } from "./diagnose.js";

/** Which model was asked, and with what outcome. */
export interface AdviceReport {
  readonly by: string;
  readonly outcome: "used" | "not offered" | "too late" | "refused" | "unreadable";
}

export interface RelatedFix {
  readonly id: string;
  readonly title: string;
  readonly rootCause: string;
  readonly solution: string;
  readonly score: number;
  /** True if it was recorded for this very error; otherwise it may merely be related. */
  readonly isSameError: boolean;
  /** Of the fix, 0 to 1. */
  readonly confidence: number;
  readonly failedAttempts: readonly string[];
  /** Of a fix from another project. */
  readonly project?: string;
}

/** An exchange of a past session about a similar error. */
export interface PastSession {
  readonly sessionId: string;
  readonly at: string;
  readonly asked: string;
  readonly answered: string;
  readonly score: number;
}

export interface Diagnosis {
  readonly rootCause: string;
  readonly hypotheses: readonly Hypothesis[];
  readonly recommendations: readonly string[];
  readonly related: readonly RelatedFix[];
  readonly sessions: readonly PastSession[];
  /** Ids of the failure patterns that matched, most confident first. */
  readonly patterns: readonly string[];
  readonly confidence: number;
  /** Absent when no model was asked. */
  readonly advice?: AdviceReport;
}

export interface Failure {
  readonly message: string;
  readonly context: string;
  /** The tenant whose fixes to search. Default: the whole account. */
  readonly owner?: string | undefined;
  readonly projectPath?: string | undefined;
}
