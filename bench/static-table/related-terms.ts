// Makes the related-terms table: the most frequent words of local texts and plain English, their frequency, and
// the model's vector of each. The texts are not stored in the repository.
// Usage: npx tsx bench/static-table/related-terms.ts [--also FOLDER,FOLDER]...
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tokensOf } from "../../src/base/text/tokens.js";
import { findModel } from "../../src/engine/minilm-embedder/find-model.js";
import { readVocabulary } from "../../src/engine/minilm-embedder/load-model.js";
import {
  type Similarity,
  similarityIn,
  tabulatedChances,
} from "../../src/engine/minilm-embedder/related-terms-table.js";
import { openModel } from "../../src/engine/minilm-embedder/run-minilm.js";
import { codeBytes, writeTable } from "../../src/engine/minilm-embedder/table-file.js";
import { gatherSentences } from "./gather-texts.js";
import { codesOf } from "./pack-table.js";
import { createRandom } from "./random.js";

const { values: options } = parseArgs({ options: { also: { type: "string", multiple: true, default: [] } } });
const root = join(import.meta.dirname, "..", "..");
const target = join(root, "src", "engine", "minilm-embedder", "minilm-related-terms.bin");
/** Per group of folders, so that none outweighs the others. */
const maxSentences = 90_000;
/** Maximum number of words: the size of one scan. */
const maxWords = 16_384;
/** Share of plain English in all words, because queries also use everyday words. */
const plainShare = 0.3;
const batchSize = 64;

interface Word {
  /** The form that the model embeds: `migration` for all that share its token. */
  readonly form: string;
  count: number;
  plain: number;
}

const work = join(tmpdir(), "throughline-bench");
mkdirSync(work, { recursive: true });
const files = findModel(work, import.meta.filename);
const words = new Map<string, Word>();
readPlainEnglish();
readSentences();
write(mostFrequent());

function wordOf(form: string): Word | undefined {
  const [token, ...others] = tokensOf(form);
  if (token === undefined || others.length > 0) return undefined;
  const word = words.get(token) ?? { form, count: 0, plain: 0 };
  words.set(token, word);
  return word;
}

/** The model's vocabulary lists frequent words first; the frequency follows from the rank (Zipf's law). */
function readPlainEnglish(): void {
  const forms = readVocabulary(files.tokenizer).filter((name) => /^[a-z]{2,}$/.test(name));
  for (const [rank, form] of forms.entries()) {
    const word = wordOf(form);
    if (word) word.plain += 1 / (rank + 30);
  }
}

function readSentences(): void {
  const random = createRandom(1);
  const ours = ["src", "docs", "node_modules/", "bench", "web"].map((name) => join(root, name));
  for (const folders of [ours, ...options.also.map((list) => list.split(","))]) {
    for (const sentence of gatherSentences(folders, random).slice(0, maxSentences)) {
      for (const form of sentence.match(/[A-Z]?[a-z]+|[A-Z]{2,}/g) ?? []) {
        const word = form.length < 2 ? undefined : wordOf(form.toLowerCase());
        if (word) word.count++;
      }
    }
  }
}

interface WordFrequency {
  readonly token: string;
  readonly form: string;
  readonly share: number;
}

function mostFrequent(): WordFrequency[] {
  const sum = (of: (word: Word) => number) => [...words.values()].reduce((all, word) => all + of(word), 0);
  const [counts, plains] = [sum(({ count }) => count), sum(({ plain }) => plain)];
  const shareOf = ({ count, plain }: Word) => ((1 - plainShare) * count) / counts + (plainShare * plain) / plains;
  const wordFrequencies = [...words]
    .map(([token, word]) => ({ token, form: word.form, share: shareOf(word) }))
    .sort((a, b) => b.share - a.share || (a.token < b.token ? -1 : 1))
    .slice(0, maxWords);
  const total = wordFrequencies.reduce((all, { share }) => all + share, 0);
  return wordFrequencies.map((one) => ({ ...one, share: one.share / total }));
}

function write(wordFrequencies: readonly WordFrequency[]): void {
  const { embed } = openModel(files);
  const codes = new Uint8Array(wordFrequencies.length * codeBytes);
  for (let done = 0; done < wordFrequencies.length; done += batchSize) {
    const vectors = embed(wordFrequencies.slice(done, done + batchSize).map(({ form }) => form));
    for (const [i, vector] of vectors.entries()) codes.set(codesOf(vector), (done + i) * codeBytes);
  }
  const quads = Uint8Array.from(quadsOf(similarityIn(codes), wordFrequencies));
  const table = writeTable({ names: wordFrequencies.map(({ token }) => token), quads, codes });
  writeFileSync(target, table);
  const sha256 = createHash("sha256").update(table).digest("hex");
  process.stdout.write(`${wordFrequencies.length} words, ${table.length} bytes, sha256 ${sha256}\n`);
}

/** For each word, the similarity at which its most similar words reach each tabulated share of all text. */
function* quadsOf(similarityOf: Similarity, wordFrequencies: readonly WordFrequency[]): Generator<number> {
  const others = wordFrequencies.map((_, id) => id);
  for (const id of others) {
    const similarities = Float64Array.from(others, (other) => similarityOf(id, other));
    const mostSimilar = others.toSorted((a, b) => (similarities[b] as number) - (similarities[a] as number) || a - b);
    let [share, next] = [0, 0];
    for (const other of mostSimilar) {
      share += wordFrequencies[other]?.share as number;
      for (; next < tabulatedChances.length && share >= (tabulatedChances[next] as number); next++) {
        yield Math.max(0, Math.round(similarities[other] as number));
      }
      if (next === tabulatedChances.length) break;
    }
  }
}
