import packed from "../../../../data/credential-weights.json" with { type: "json" };
import { featuresOf, type Hints } from "./features.js";

/** Above it a stretch is taken for a credential. */
const { minScore, minFirst, bias, step } = packed;

let weights: Int8Array | undefined;

function sumOf(features: readonly number[]): number {
  weights ??= new Int8Array(Buffer.from(packed.weights, "base64"));
  let sum = 0;
  for (const feature of features) sum += weights[feature] as number;
  return bias + sum * step;
}

const isWorth = (features: readonly number[]) => sumOf(features) >= minFirst;

/** The log-odds that a stretch is a password or key, as far as they are above what is taken for one. */
export function scoreOf(text: string, start: number, end: number, hints: Hints): number | undefined {
  const features = featuresOf(text, start, end, hints, isWorth);
  const score = features ? sumOf(features) : 0;
  return features && score >= minScore ? score : undefined;
}
