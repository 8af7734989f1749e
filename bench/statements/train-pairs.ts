// Trains the model that tells whether a sentence retracts the one before it, and writes its weights into the product.
// Usage: npx tsx bench/statements/train-pairs.ts [--check]
//   --check  measures every writer with a model that was trained on the others, without writing
import { retractionFeatures } from "../../src/domain/archive/extract/statements/retraction.js";
import { openParts } from "../handover/story.js";
import { codeWeights, writeWeights } from "./code-weights.js";
import { readLabeledSessions } from "./labeled-sessions.js";
import { frequentFeatures, type Model, toExample, trainModel } from "./logistic-regression.js";
import { type Pair, readPairs } from "./sentence-pairs.js";
import { storySentences } from "./story-sentences.js";

const l2 = 1e-4;
const minCount = 3;
/** The product compares sentences of one message; the others show what a retraction sounds like. */
const messageWeight = 3;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** What was kept although something followed it in its message was not retracted. */
const keptPairs = (): Pair[] =>
  [...readLabeledSessions(), ...openParts.flatMap(storySentences)].flatMap((sentence, i, all): Pair[] => {
    const next = all[i + 1];
    const isNext =
      next?.place?.index === (sentence.place?.index ?? 0) + 1 && next.place.count === sentence.place?.count;
    if (next === undefined || !isNext || sentence.kind === "none") return [];
    return [{ writer: sentence.voice, gap: "message", old: sentence.text, new: next.text, replaced: false }];
  });

interface Trained extends Model {
  readonly indexes: ReadonlyMap<string, number>;
}

function train(pairs: readonly Pair[]): Trained {
  const rows = pairs.map(featuresOf);
  const names = frequentFeatures(rows, minCount);
  const indexes = new Map(names.map((name, i) => [name, i]));
  const examples = pairs.map(({ gap, replaced }, i) =>
    toExample(rows[i] ?? new Map(), indexes, Number(replaced), gap === "message" ? messageWeight : 1),
  );
  return { ...trainModel(examples, names.length, 2, l2), indexes };
}

const featuresOf = (pair: Pair) => retractionFeatures(pair.old, pair.new, pair.gap);

/** One number for each of the two classes says the same as their difference. */
const difference = (values: Float64Array, i: number) => (values[2 * i + 1] ?? 0) - (values[2 * i] ?? 0);

function score({ weights, biases, indexes }: Trained, pair: Pair): number {
  const { indexes: at, values } = toExample(featuresOf(pair), indexes, 0);
  const sum = at.reduce((total, i, k) => total + difference(weights, i) * (values[k] ?? 0), difference(biases, 0));
  return 1 / (1 + Math.exp(-sum));
}

function report(label: string, scored: readonly { readonly pair: Pair; readonly score: number }[]): void {
  const wanted = scored.filter(({ pair }) => pair.replaced).length;
  const shares = [0.3, 0.4, 0.5, 0.6].map((min) => {
    const picked = scored.filter((one) => one.score >= min);
    const right = picked.filter(({ pair }) => pair.replaced).length;
    return `from ${min}: precision ${(right / picked.length).toFixed(2)} recall ${(right / wanted).toFixed(2)}`;
  });
  print(`${label.padEnd(8)} ${String(scored.length).padStart(4)} pairs, ${shares.join(", ")}`);
}

const pairs = [...readPairs(), ...keptPairs()];
if (process.argv.includes("--check")) {
  const writers = [...new Set(pairs.map(({ writer }) => writer))];
  const scored = writers.flatMap((writer) => {
    const model = train(pairs.filter((one) => one.writer !== writer));
    return pairs.filter((one) => one.writer === writer).map((pair) => ({ pair, score: score(model, pair) }));
  });
  const writersOfPairs = new Set(scored.filter(({ pair }) => pair.replaced).map(({ pair }) => pair.writer));
  const isWritten = ({ pair }: (typeof scored)[number]) => writersOfPairs.has(pair.writer);
  for (const gap of ["message", "session", "later"])
    report(
      gap,
      scored.filter((one) => one.pair.gap === gap && isWritten(one)),
    );
  const kept = scored.filter((one) => !isWritten(one));
  const wrong = [0.3, 0.4, 0.5, 0.6].map((min) => `from ${min}: ${kept.filter((one) => one.score >= min).length}`);
  print(`kept     ${kept.length} pairs, retracted by mistake ${wrong.join(", ")}`);
} else {
  const { weights, biases, indexes } = train(pairs);
  const coded = codeWeights([...indexes].map(([name, i]) => [name, [difference(weights, i)]]));
  writeWeights("retraction-weights.ts", "bench/statements/train-pairs.ts", coded, [
    `export const bias = ${Number(difference(biases, 0).toFixed(4))};`,
  ]);
  print(`${indexes.size} features`);
}
