import rows from "../../../../data/failure-patterns.json" with { type: "json" };

/** A kind of failure and the text that reveals it. Named groups of the expression fill `{name}` in the texts. */
export interface FailurePattern {
  /** `class/name`. */
  readonly id: string;
  readonly expression: RegExp;
  /** Confidence that a match means this cause, 0 to 1. */
  readonly weight: number;
  readonly cause: string;
  readonly checks: readonly string[];
  /** Less likely causes of the same match, most likely first. */
  readonly others: readonly string[];
}

/** A pattern that matched, with its texts filled in from the input. */
export interface MatchedPattern {
  readonly id: string;
  readonly cause: string;
  readonly others: readonly string[];
  readonly checks: readonly string[];
  readonly confidence: number;
  readonly evidence: readonly string[];
}

interface Row extends Omit<FailurePattern, "expression" | "others"> {
  readonly match: string;
  readonly flags?: string;
  readonly others?: readonly string[];
}

/** One row of data each. */
export const failurePatterns: readonly FailurePattern[] = (rows as readonly Row[]).map(
  ({ match, flags = "", others = [], ...row }) => ({ ...row, others, expression: new RegExp(match, flags) }),
);
