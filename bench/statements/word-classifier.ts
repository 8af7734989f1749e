import { softmax } from "../../src/base/probability.js";
import { sentenceFeatures } from "../../src/domain/archive/extract/statements/sentence-features.js";
import { classes } from "../../src/domain/archive/extract/statements/statement-model.js";
import { realNoneWeight } from "./all-sentences.js";
import { frequentFeatures, type Model, toExample, trainModel } from "./logistic-regression.js";
import type { LabeledSentence } from "./sentences.js";

// Chosen on writers left out: 2e-5, 5e-6 and 5e-7 are worse, more features hardly better.
const l2 = 2e-6;
const minCount = 2;
const maxFeatures = 24_000;

export interface Trained extends Model {
  readonly indexes: ReadonlyMap<string, number>;
}

/** Fits the classifier of the product. */
export function train(known: readonly LabeledSentence[]): Trained {
  const sentences = [...known, ...known.filter(({ place }) => place === undefined).map(saidAlone)];
  const rows = sentences.map((one) => sentenceFeatures(one.text, one.by, one));
  const names = frequentFeatures(rows, minCount);
  const fitModel = (used: readonly string[]): Trained => {
    const indexes = new Map(used.map((name, i) => [name, i]));
    const examples = sentences.map((one, i) =>
      toExample(rows[i] ?? new Map(), indexes, classes.indexOf(one.kind), realNoneWeight(one)),
    );
    return { ...trainModel(examples, used.length, classes.length, l2), indexes };
  };
  // Trained again with the features that remain: they take over what the others said.
  return fitModel(strongest(fitModel(names)));
}

/** The features that move a class most. */
function strongest({ weights, indexes }: Trained): string[] {
  const size = (i: number) => Math.max(...weights.subarray(i * classes.length, (i + 1) * classes.length).map(Math.abs));
  const ordered = [...indexes].toSorted(([, a], [, b]) => size(b) - size(a));
  return ordered.slice(0, maxFeatures).map(([name]) => name);
}

/** The probability of each class. */
export function score({ weights, biases, indexes }: Trained, sentence: LabeledSentence): number[] {
  const { indexes: at, values } = toExample(sentenceFeatures(sentence.text, sentence.by, sentence), indexes, 0);
  return softmax(
    classes.map((_, c) =>
      at.reduce((sum, index, k) => sum + (weights[index * classes.length + c] ?? 0) * (values[k] ?? 0), biases[c] ?? 0),
    ),
  );
}

/** A sentence that is known alone may be a whole message. */
const saidAlone = (sentence: LabeledSentence): LabeledSentence => ({
  ...sentence,
  place: { form: "prose", index: 0, count: 1, isFinal: sentence.by === "agent" },
});
