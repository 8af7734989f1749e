import { softmax } from "../../../../base/probability.js";
import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import { hashOf, normOf, readWeights, type Weights } from "./coded-weights.js";
import { type SentenceContext, sentenceFeatures } from "./sentence-features.js";
import { biases, codedWeights, scale } from "./statement-weights.js";

/** The classes of the model, in the order of its weights; the first means that later sessions do not need the sentence. */
export const classes = [
  "none",
  "decision",
  "preference",
  "trap",
  "fact",
  "task",
  "next",
  "outcome",
] as const satisfies (StatementKind | "none")[];

export type ClassScores = readonly number[];

/** Of a text in a language that the model was not trained on it knows fewer words than this. */
const minKnownShare = 0.25;

let table: Weights | undefined;

/** Probability of each class: logistic regression over the words of a sentence (bench/statements trains it). */
export function scoreClasses(sentence: string, by: Statement["by"], context?: SentenceContext): ClassScores {
  table ??= readWeights(codedWeights, classes.length);
  const sums: number[] = [...biases];
  const features = sentenceFeatures(sentence, by, context);
  const norm = normOf(features.values());
  let [words, knownWords] = [0, 0];
  for (const [name, value] of features) {
    const weights = table.get(hashOf(name));
    if (isWord.test(name)) {
      words++;
      if (weights) knownWords++;
    }
    if (weights)
      for (const [i, weight] of weights.entries()) sums[i] = (sums[i] ?? 0) + weight * scale * (value / norm);
  }
  return knownWords < words * minKnownShare ? certainlyNone : softmax(sums);
}

const isWord = /^\p{L}+$/u;
const certainlyNone: ClassScores = classes.map((name) => (name === "none" ? 1 : 0));
