// Makes the table that stands in for the model: gathers texts from folders at hand, lets the model read them, and fits a vector
// per word piece so that sums of them point where the model's vectors do. Texts are only read for it and not kept in the tree.
// What takes the time is the model: vectors are kept in the work folder, and a run that was ended goes on where it was.
// Usage: npx tsx bench/static-table/train.ts [--also FOLDER,FOLDER]... [--texts 150000] [--epochs 6] [--work FOLDER]
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findModel } from "../../src/engine/minilm-embedder/find-model.js";
import { readVocabulary } from "../../src/engine/minilm-embedder/load-model.js";
import { hiddenSize, maxTextLength } from "../../src/engine/minilm-embedder/model-shape.js";
import { openModel } from "../../src/engine/minilm-embedder/run-minilm.js";
import { openStaticEmbeddings } from "../../src/engine/minilm-embedder/static-embeddings.js";
import { createWordPieceTokenizer } from "../../src/engine/minilm-embedder/wordpiece-tokenizer.js";
import { gatherSentences } from "./gather-texts.js";
import { makeTexts } from "./make-texts.js";
import { packTable } from "./pack-table.js";
import { createRandom } from "./random.js";
import { trainVectors } from "./train-vectors.js";

const { values: options } = parseArgs({
  options: {
    also: { type: "string", multiple: true, default: [] },
    texts: { type: "string", default: "150000" },
    epochs: { type: "string", default: "6" },
    work: { type: "string", default: join(tmpdir(), "throughline-bench", "table") },
  },
});
const root = join(import.meta.dirname, "..", "..");
const target = join(root, "src", "engine", "minilm-embedder", "minilm-table.bin");
/** Of one group of folders, so that none outweighs the others. */
const maxSentences = 90_000;
const atOnce = 64;
/** These texts are not learnt from: how well they are met is what is printed. */
const heldOut = 2000;
const print = (line: string) => process.stdout.write(`${line}\n`);

mkdirSync(options.work, { recursive: true });
const files = findModel(options.work, import.meta.filename);
const names = readVocabulary(files.tokenizer);
const texts = textsOf(join(options.work, "texts.json")).slice(0, Number(options.texts));
const vectors = vectorsOf(join(options.work, "vectors.f32"));
const piecesOf = createWordPieceTokenizer(names, maxTextLength);
const pieces = texts.map((text) => Uint16Array.from(piecesOf(text).slice(1, -1)));
const lessons = { pieces: pieces.slice(heldOut), vectors: vectors.subarray(heldOut * hiddenSize) };
const trained = trainVectors(lessons, createRandom(7), { epochs: Number(options.epochs), known: names.length }, print);
const table = packTable(names, trained);
writeFileSync(target, table);
print(`cosine with the model on ${heldOut} other texts: ${meanCosine(table).toFixed(3)}`);
print(`${table.length} bytes, sha256 ${createHash("sha256").update(table).digest("hex")}`);

function textsOf(file: string): string[] {
  if (!existsSync(file)) {
    const random = createRandom(1);
    const ours = ["src", "docs", "node_modules/", "bench", "web"].map((folder) => join(root, folder));
    const groups = [ours, ...options.also.map((folders) => folders.split(","))];
    const sentences = groups.flatMap((folders) => gatherSentences(folders, random).slice(0, maxSentences));
    const words = names.filter((name) => /^[a-z]{3,}$/.test(name));
    writeFileSync(file, JSON.stringify(makeTexts(random.shuffled(sentences), words, random)));
  }
  return JSON.parse(readFileSync(file, "utf8")) as string[];
}

function vectorsOf(file: string): Float32Array {
  const bytesEach = 4 * hiddenSize;
  let done = existsSync(file) ? statSync(file).size / bytesEach : 0;
  if (done < texts.length) {
    const embed = openModel(files);
    for (; done < texts.length; done += atOnce) {
      const some = embed(texts.slice(done, done + atOnce));
      appendFileSync(file, Buffer.concat(some.map(({ buffer }) => Buffer.from(buffer))));
      if (done % 6400 === 0) print(`${done} of ${texts.length} texts read by the model`);
    }
  }
  const { buffer, byteOffset } = readFileSync(file);
  return new Float32Array(buffer, byteOffset, texts.length * hiddenSize);
}

function meanCosine(made: Uint8Array): number {
  const vectorOf = openStaticEmbeddings(made);
  const cosines = texts.slice(0, heldOut).map((text, nr) => {
    const vector = vectorOf(text) ?? new Float32Array(hiddenSize);
    return vector.reduce((sum, value, i) => sum + value * (vectors[nr * hiddenSize + i] as number), 0);
  });
  return cosines.reduce((sum, cosine) => sum + cosine, 0) / heldOut;
}
