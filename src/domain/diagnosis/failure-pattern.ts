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

type Row = readonly [
  name: string,
  expression: RegExp,
  weight: number,
  cause: string,
  checks: readonly string[],
  others?: readonly string[],
];

/** Patterns of one class, written as rows. */
export const patternsOf = (kind: string, rows: readonly Row[]): readonly FailurePattern[] =>
  rows.map(([name, expression, weight, cause, checks, others = []]) => ({
    ...{ id: `${kind}/${name}`, expression, weight, cause, checks, others },
  }));
