/** The probability with these log odds. */
export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Probabilities that sum to 1. */
export function softmax(values: readonly number[]): number[] {
  const top = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}
