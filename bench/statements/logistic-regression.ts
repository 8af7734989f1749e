import { normOf } from "../../src/domain/archive/extract/statements/coded-weights.js";

/** A row of features and the class that is right. */
export interface Example {
  readonly indexes: readonly number[];
  readonly values: readonly number[];
  readonly target: number;
  /** How much it counts. */
  readonly weight: number;
}

export interface Model {
  /** By feature, then by class. */
  readonly weights: Float64Array;
  readonly biases: Float64Array;
}

const iterations = 150;
const learningRate = 0.05;

/** Multinomial logistic regression with L2, by Adam over all examples: no randomness, so a run can be repeated. */
export function trainModel(examples: readonly Example[], features: number, classes: number, l2: number): Model {
  const size = (features + 1) * classes;
  const [weights, gradient, mean, variance] = [0, 0, 0, 0].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const biasAt = features * classes;
  const errors = new Float64Array(classes);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 1; step <= iterations; step++) {
    for (let i = 0; i < size; i++) gradient[i] = i < biasAt ? l2 * (weights[i] as number) : 0;
    for (const { indexes, values, target, weight } of examples) {
      for (let c = 0; c < classes; c++) {
        let sum = weights[biasAt + c] as number;
        for (let k = 0; k < indexes.length; k++) {
          sum += (weights[(indexes[k] as number) * classes + c] as number) * (values[k] as number);
        }
        errors[c] = sum;
      }
      toErrors(errors, target, weight / total);
      for (let c = 0; c < classes; c++) {
        const error = errors[c] as number;
        gradient[biasAt + c] = (gradient[biasAt + c] as number) + error;
        for (let k = 0; k < indexes.length; k++) {
          const at = (indexes[k] as number) * classes + c;
          gradient[at] = (gradient[at] as number) + error * (values[k] as number);
        }
      }
    }
    const rate = learningRate * (1 - step / (iterations + 1));
    for (let i = 0; i < size; i++) {
      const slope = gradient[i] as number;
      mean[i] = 0.9 * (mean[i] as number) + 0.1 * slope;
      variance[i] = 0.99 * (variance[i] as number) + 0.01 * slope * slope;
      const [m, v] = [(mean[i] as number) / (1 - 0.9 ** step), (variance[i] as number) / (1 - 0.99 ** step)];
      weights[i] = (weights[i] as number) - (rate * m) / (Math.sqrt(v) + 1e-8);
    }
  }
  return { weights: weights.slice(0, biasAt), biases: weights.slice(biasAt) };
}

/** Turns sums into probabilities less the target, weighted. */
function toErrors(sums: Float64Array, target: number, weight: number): void {
  const top = Math.max(...sums);
  let total = 0;
  for (let c = 0; c < sums.length; c++) {
    sums[c] = Math.exp((sums[c] as number) - top);
    total += sums[c] as number;
  }
  for (let c = 0; c < sums.length; c++) {
    sums[c] = ((sums[c] as number) / total - (c === target ? 1 : 0)) * weight;
  }
}

/** The known features of a row, normed as the product norms them. */
export function toExample(
  row: ReadonlyMap<string, number>,
  indexes: ReadonlyMap<string, number>,
  target: number,
  weight = 1,
): Example {
  const norm = normOf(row.values());
  const known = [...row].filter(([name]) => indexes.has(name));
  return {
    indexes: known.map(([name]) => indexes.get(name) as number),
    values: known.map(([, value]) => value / norm),
    ...{ target, weight },
  };
}

/** The features that at least so many rows have. */
export function frequentFeatures(rows: readonly ReadonlyMap<string, number>[], minCount: number): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const name of row.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= minCount).map(([name]) => name);
}
