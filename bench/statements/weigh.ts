// Fits how much words and the reader count when both judge a sentence, on writers whom neither had seen.
// Usage: npx tsx bench/statements/weigh.ts --public FOLDER --scores FILE
//   --scores  what train_reader.py with FOLDS=1 leaves: what it made of each sentence without its writer
import { readFileSync } from "node:fs";
import { softmax } from "../../src/base/probability.js";
import { classes } from "../../src/domain/archive/extract/statements/statement-model.js";
import { readAllSentences, realNoneWeight } from "./all-sentences.js";
import type { LabeledSentence } from "./sentences.js";
import { score, train } from "./word-classifier.js";

interface ReadRow {
  readonly group: string;
  readonly writer: string;
  readonly by: string;
  readonly text: string;
  readonly label: number;
  readonly kinds?: readonly number[];
}

interface Judged {
  readonly sentence: LabeledSentence;
  readonly words: readonly number[];
  readonly read: readonly number[];
}

const folds = 3;
const steps = 300;
const print = (text: string) => process.stdout.write(`${text}\n`);
const logs = (scores: readonly number[]) => scores.map((one) => Math.log(Math.max(1e-5, one)));

const file = process.argv[process.argv.indexOf("--scores") + 1];
if (!process.argv.includes("--scores") || file === undefined) throw new Error("--scores FILE is missing.");
const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as ReadRow)
  .filter(({ group }) => group === "statements");
const read = new Map(
  rows.map(({ writer, by, text, label, kinds = [] }) => [[writer, by, text, label].join("\0"), kinds]),
);
const writers = new Set(rows.map(({ writer }) => writer));
const sentences = readAllSentences().filter(({ voice }) => writers.has(voice));
const voices = [...new Set(sentences.map(({ voice }) => voice))].toSorted();
const judged = Array.from({ length: folds }, (_, fold) => {
  const leftOut = new Set(voices.filter((_voice, i) => i % folds === fold));
  const model = train(sentences.filter(({ voice }) => !leftOut.has(voice)));
  return sentences
    .filter(({ voice }) => leftOut.has(voice))
    .flatMap((sentence): Judged[] => {
      const key = [sentence.voice, sentence.by, sentence.text, classes.indexOf(sentence.kind)].join("\0");
      const kinds = read.get(key);
      return kinds ? [{ sentence, words: logs(score(model, sentence)), read: logs(kinds) }] : [];
    });
}).flat();

/** Of words, of the reader, and of the class that is not for later. */
type Weights = readonly [words: number, read: number, none: number];
const judge = ({ words, read }: Judged, [a, b, none]: Weights) =>
  softmax(words.map((one, c) => a * one + b * (read[c] ?? 0) + (c === 0 ? none : 0)));

let weights: Weights = [0.7, 0.3, 0];
const [total, momentum] = [judged.reduce((sum, { sentence }) => sum + realNoneWeight(sentence), 0), [0, 0, 0]];
for (let step = 0; step < steps; step++) {
  const slope = [0, 0, 0];
  for (const one of judged) {
    const target = classes.indexOf(one.sentence.kind);
    for (const [c, probability] of judge(one, weights).entries()) {
      const error = ((probability - Number(c === target)) * realNoneWeight(one.sentence)) / total;
      for (const [k, x] of [one.words[c] ?? 0, one.read[c] ?? 0, Number(c === 0)].entries())
        slope[k] = (slope[k] ?? 0) + error * x;
    }
  }
  for (const k of momentum.keys()) momentum[k] = 0.9 * (momentum[k] ?? 0) - 0.05 * (slope[k] ?? 0);
  weights = weights.map((weight, k) => weight + (momentum[k] ?? 0)) as unknown as Weights;
}
print(`words ${weights[0].toFixed(2)}, reader ${weights[1].toFixed(2)}, none ${weights[2].toFixed(2)}`);
for (const by of ["person", "agent"] as const) {
  for (const [name, used] of [
    ["words", [1, 0, 0]],
    ["both", weights],
  ] as const) {
    const own = judged.filter(({ sentence }) => sentence.by === by && !sentence.voice.includes("/"));
    const ordered = own
      .map((one) => ({ isWanted: one.sentence.kind !== "none", chance: 1 - (judge(one, used)[0] ?? 0) }))
      .toSorted((a, b) => b.chance - a.chance);
    print(`${by} ${name}: average precision ${averagePrecision(ordered.map(({ isWanted }) => isWanted)).toFixed(3)}`);
    for (const min of [0.35, 0.5, 0.6]) {
      const picked = ordered.filter(({ chance }) => chance >= min);
      const right = picked.filter(({ isWanted }) => isWanted).length;
      const wanted = ordered.filter(({ isWanted }) => isWanted).length;
      print(`  from ${min}: precision ${(right / picked.length).toFixed(2)} recall ${(right / wanted).toFixed(2)}`);
    }
  }
}

function averagePrecision(hits: readonly boolean[]): number {
  let [found, sum] = [0, 0];
  for (const [i, isHit] of hits.entries()) if (isHit) sum += ++found / (i + 1);
  return sum / Math.max(1, found);
}
