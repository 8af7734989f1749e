// Writes pairs of sentences as JSON lines, for training the reader on an accelerator (bench/training/train_reader.py).
// Usage: npx tsx bench/statements/export-pairs.ts > FILE
import { openParts } from "../handover/story.js";
import { keptTogether, type Pair, readLedgers, readPairs, storyPairs } from "./sentence-pairs.js";

const groups: Readonly<Record<string, readonly Pair[]>> = {
  pairs: readPairs(),
  ledgers: readLedgers(),
  kept: keptTogether(),
  stories: openParts.flatMap(storyPairs),
};
for (const [group, pairs] of Object.entries(groups))
  for (const { writer, old, new: later, replaced } of pairs)
    process.stdout.write(`${JSON.stringify({ group, writer, old, new: later, label: Number(replaced) })}\n`);
