// Trains the classifier that picks sentences for later sessions, and writes its weights into the product.
// Usage: npx tsx bench/statements/train.ts --public FOLDER [--check] [--voices]
//   --public  a folder with clones of the repositories in public-labels.json, each as owner+name: real sessions
//   --check   measures without writing
//   --voices  measures every voice with a model that was trained on the others
import { sentenceFeatures } from "../../src/domain/archive/extract/statements/sentence-features.js";
import { classes, softmax } from "../../src/domain/archive/extract/statements/statement-model.js";
import { openParts } from "../handover/story.js";
import { codeWeights, writeWeights } from "./code-weights.js";
import { readLabeledSessions } from "./labeled-sessions.js";
import { frequentFeatures, type Model, toExample, trainModel } from "./logistic-regression.js";
import { readPublicSessions } from "./public-sessions.js";
import { type LabeledSentence, readSentences } from "./sentences.js";
import { storySentences } from "./story-sentences.js";

const l2 = 2e-5;
const minCount = 2;
const maxFeatures = 12_000;
/** Real sessions are three quarters of all sentences, and nearly all of theirs are not for later. */
const realNoneWeight = 0.3;

interface Trained extends Model {
  readonly indexes: ReadonlyMap<string, number>;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

function train(sentences: readonly LabeledSentence[]): Trained {
  const rows = sentences.map((one) => sentenceFeatures(one.text, one.by, one));
  const names = frequentFeatures(rows, minCount);
  const fitModel = (used: readonly string[]): Trained => {
    const indexes = new Map(used.map((name, i) => [name, i]));
    const examples = sentences.map(({ kind, voice }, i) => {
      const weight = kind === "none" && voice.includes("/") ? realNoneWeight : 1;
      return toExample(rows[i] ?? new Map(), indexes, classes.indexOf(kind), weight);
    });
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

function score({ weights, biases, indexes }: Trained, sentence: LabeledSentence): number[] {
  const { indexes: at, values } = toExample(sentenceFeatures(sentence.text, sentence.by, sentence), indexes, 0);
  return softmax(
    classes.map((_, c) =>
      at.reduce((sum, index, k) => sum + (weights[index * classes.length + c] ?? 0) * (values[k] ?? 0), biases[c] ?? 0),
    ),
  );
}

function report(label: string, scored: readonly { sentence: LabeledSentence; scores: readonly number[] }[]): void {
  const wanted = scored.filter(({ sentence }) => sentence.kind !== "none");
  for (const min of [0.2, 0.3, 0.4, 0.5, 0.6]) {
    const picked = scored.filter(({ scores }) => 1 - (scores[0] ?? 0) >= min);
    const right = picked.filter(({ sentence }) => sentence.kind !== "none");
    const sameKind = right.filter(({ sentence, scores }) => kindOf(scores) === sentence.kind);
    print(
      `${label.padEnd(12)} from ${min}: precision ${share(right.length, picked.length)} recall ${share(right.length, wanted.length)} kind ${share(sameKind.length, right.length)}`,
    );
  }
}

/** A sentence that is known alone may be a whole message. */
const saidAlone = (sentence: LabeledSentence): LabeledSentence => ({
  ...sentence,
  place: { form: "prose", index: 0, count: 1, isFinal: sentence.by === "agent" },
});

const share = (part: number, of: number) => (part / Math.max(1, of)).toFixed(2);
const kindOf = (scores: readonly number[]) => classes[1 + scores.slice(1).indexOf(Math.max(...scores.slice(1)))];

const folder = process.argv[process.argv.indexOf("--public") + 1];
if (!process.argv.includes("--public") || folder === undefined) throw new Error("--public FOLDER is missing.");
const sentences = [
  ...readSentences("sentences"),
  ...readSentences("sentences").map(saidAlone),
  ...openParts.flatMap(storySentences),
  ...readLabeledSessions(),
  ...readPublicSessions(folder),
];
print(`${sentences.length} sentences, ${sentences.filter(({ kind }) => kind === "none").length} of them not for later`);
if (process.argv.includes("--voices")) {
  const voices = [...new Set(sentences.map(({ voice }) => voice))];
  const all = voices.flatMap((voice) => {
    const model = train(sentences.filter((one) => one.voice !== voice));
    const own = sentences.filter((one) => one.voice === voice);
    const scored = own.map((sentence) => ({ sentence, scores: score(model, sentence) }));
    report(voice, scored);
    return scored;
  });
  report("all", all);
}
const model = train(sentences);
report(
  "held-out",
  readSentences("held-out").map((sentence) => ({ sentence, scores: score(model, sentence) })),
);
if (!process.argv.includes("--check")) {
  const { weights, biases, indexes } = model;
  const coded = codeWeights(
    [...indexes].map(([name, i]) => [name, [...weights.subarray(i * classes.length, (i + 1) * classes.length)]]),
  );
  writeWeights("statement-weights.ts", "bench/statements/train.ts", coded, [
    `export const biases: readonly number[] = [${[...biases].map((bias) => Number(bias.toFixed(4))).join(", ")}];`,
  ]);
  print(`${indexes.size} features`);
}
