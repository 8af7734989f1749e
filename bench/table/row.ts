/** One line of the table: what is measured beside it in the same run, what it is now, and what it should be. */
export interface Row {
  readonly work: string;
  /** A bare node, or other memory servers. */
  readonly beside: string;
  readonly now: string;
  readonly goal: string;
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const p50 = (values: readonly number[]): number => quantile(values, 0.5);
export const p95 = (values: readonly number[]): number => quantile(values, 0.95);

/** Milliseconds with as many digits as they are worth. */
export const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
