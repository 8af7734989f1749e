import type { Hypothesis } from "./diagnose.js";

/** Who was asked, and what came of it. */
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
  readonly isSameError: boolean;
  readonly failedAttempts: readonly string[];
}

/** An exchange of a past session that speaks of such an error. */
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
  /** Names of the failure patterns that were seen, surest first. */
  readonly patterns: readonly string[];
  readonly confidence: number;
  /** Who was asked beyond the patterns, and what came of it. */
  readonly advice?: AdviceReport;
}

export interface Failure {
  readonly message: string;
  readonly context: string;
  /** Whose fixes to consult; without one those of the whole account. */
  readonly owner?: string | undefined;
  readonly projectPath?: string | undefined;
}
