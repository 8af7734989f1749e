// Writes pairs of sentences and single ones as JSON lines, for training the reader (bench/training/train_reader.py).
// Usage: npx tsx bench/statements/export-reading.ts --public FOLDER > FILE
import { classes } from "../../src/domain/archive/extract/statements/statement-model.js";
import { openParts } from "../handover/story.js";
import { readAllSentences, realNoneWeight } from "./all-sentences.js";
import { keptTogether, type Pair, readLedgers, readPairs, storyPairs } from "./sentence-pairs.js";

const groups: Readonly<Record<string, readonly Pair[]>> = {
  pairs: readPairs(),
  ledgers: readLedgers(),
  kept: keptTogether(),
  stories: openParts.flatMap(storyPairs),
};
const print = (row: object) => process.stdout.write(`${JSON.stringify(row)}\n`);
for (const [group, pairs] of Object.entries(groups))
  for (const { writer, old, new: later, replaced } of pairs)
    print({ group, writer, old, new: later, label: Number(replaced) });
for (const sentence of readAllSentences()) {
  const { voice: writer, by, text, kind } = sentence;
  print({ group: "statements", writer, by, text, label: classes.indexOf(kind), weight: realNoneWeight(sentence) });
}
