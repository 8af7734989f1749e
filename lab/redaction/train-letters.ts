// Trains the model of letters in words that redaction uses to tell words from drawn letters.
// Usage: THROUGHLINE_BENCH_CLONES=<folder of clones> tsx lab/redaction/train-letters.ts owner/name…
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { letterLevels } from "../../src/domain/redaction/heuristics/guess-bits.js";
import { openRepository } from "./open-repository.js";

/** Letters of `a` to `z`, and 0 for the edge of a word. */
const symbols = 27;
/** Rarer words are parts of base64, names of persons and typos. */
const minOccurrences = 12;
const maxFileLength = 200_000;
const isTextFile = /\.(?:py|tsx?|jsx?|go|rs|java|md|ya?ml|toml|rb|sh|rst|txt)$/;
const output = join(import.meta.dirname, "../../src/domain/redaction/heuristics/letter-table.ts");

function countWords(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const { text } of openRepository(name)?.files(isTextFile) ?? []) {
      for (const [word] of text.slice(0, maxFileLength).matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) {
        if (word.length > 24) continue;
        const lower = word.toLowerCase();
        counts.set(lower, (counts.get(lower) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** Bits of each letter behind two others, smoothed by the letter behind one and the letter alone. */
function trainBits(words: ReadonlyMap<string, number>): number[] {
  const [ones, twos, threes] = [1, 2, 3].map((length) => new Float64Array(symbols ** length));
  if (!ones || !twos || !threes) throw new Error("unreachable");
  for (const [word, count] of words) {
    if (count < minOccurrences) continue;
    // The words of a language count, not how often one project says its name.
    const weight = Math.log2(count);
    const codes = [0, 0, ...[...word].map((letter) => letter.charCodeAt(0) - 96), 0];
    for (let i = 2; i < codes.length; i++) {
      const [a = 0, b = 0, c = 0] = codes.slice(i - 2, i + 1);
      ones[c] = (ones[c] ?? 0) + weight;
      twos[b * symbols + c] = (twos[b * symbols + c] ?? 0) + weight;
      threes[(a * symbols + b) * symbols + c] = (threes[(a * symbols + b) * symbols + c] ?? 0) + weight;
    }
  }
  const total = ones.reduce((sum, n) => sum + n, 0);
  const sumAt = (counts: Float64Array, at: number) =>
    counts.slice(at * symbols, (at + 1) * symbols).reduce((sum, n) => sum + n, 0);
  return Array.from({ length: symbols ** 3 }, (_, i) => {
    const [context, b, c] = [Math.floor(i / symbols), Math.floor(i / symbols) % symbols, i % symbols];
    const alone = (ones[c] ?? 0) / total;
    const behindOne = ((twos[b * symbols + c] ?? 0) + 20 * alone) / (sumAt(twos, b) + 20);
    return -Math.log2(((threes[i] ?? 0) + 10 * behindOne) / (sumAt(threes, context) + 10));
  });
}

/** Two levels of eight in one character. */
function encode(bits: readonly number[]): string {
  const levels = bits.map((value) => {
    const at = letterLevels.findIndex(
      (level, i) => value < (level + (letterLevels[i + 1] ?? Number.POSITIVE_INFINITY)) / 2,
    );
    return at < 0 ? letterLevels.length - 1 : at;
  });
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  let text = "";
  for (let i = 0; i < levels.length; i += 2) text += alphabet[(levels[i] ?? 0) * 8 + (levels[i + 1] ?? 0)];
  return text;
}

const table = encode(trainBits(countWords(process.argv.slice(2))));
writeFileSync(
  output,
  `// Trained by lab/redaction/train-letters.ts on words of public repositories; do not edit.\nexport const letterTable =\n  "${table}";\n`,
);
