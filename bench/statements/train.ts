// Trains the classifier that picks sentences for later sessions, and writes its weights into the product.
// Usage: npx tsx bench/statements/train.ts --public FOLDER [--check] [--voices]
//   --public  a folder with clones of the repositories in public-labels.json, each as owner+name: real sessions
//   --check   measures without writing
//   --voices  measures every voice with a model that was trained on the others
import { classes } from "../../src/domain/archive/extract/statements/statement-model.js";
import { readAllSentences } from "./all-sentences.js";
import { codeWeights, writeWeights } from "./code-weights.js";
import { type LabeledSentence, readSentences } from "./sentences.js";
import { score, train } from "./word-classifier.js";

const print = (text: string) => process.stdout.write(`${text}\n`);

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

const share = (part: number, of: number) => (part / Math.max(1, of)).toFixed(2);
const kindOf = (scores: readonly number[]) => classes[1 + scores.slice(1).indexOf(Math.max(...scores.slice(1)))];

const sentences = readAllSentences();
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
