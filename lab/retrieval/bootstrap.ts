import { seededRandom } from "../../test/redaction/random.js";

/** A mean with its 95 % confidence interval. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const samples = 2000;

/** Bootstrap: resamples the values with replacement. */
export function bootstrap(values: readonly number[]): Interval {
  const { pick } = seededRandom(values.length);
  const means = Array.from({ length: samples }, () => meanOf(values.map(() => pick(values)))).sort((a, b) => a - b);
  const quantile = (share: number) => means[Math.floor(share * (samples - 1))] ?? 0;
  return { mean: meanOf(values), low: quantile(0.025), high: quantile(0.975) };
}

/** Paired difference of `ones` over `others`, question by question, because the same questions are hard for both. */
export const pairedGain = (ones: readonly number[], others: readonly number[]): Interval =>
  bootstrap(ones.map((one, i) => one - (others[i] ?? 0)));

const meanOf = (values: readonly number[]) =>
  values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
