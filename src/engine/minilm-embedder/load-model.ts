import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { sha256 } from "../../base/sha256.js";
import { cacheModel, removeStaleModels } from "./cache-model.js";
import { assertChecksum, type CheckedFile, readChecked } from "./checked-file.js";
import type { ModelFiles, QuantizedModel } from "./find-model.js";
import { mergeAdapter } from "./merge-adapter.js";
import { hiddenSize } from "./model-layout.js";
import { quantizeModel } from "./quantize-model.js";
import { openWeights } from "./weights.js";

const chunkBytes = 1_048_576;

/** Allocates the memory of the model. */
type Allocate = (bytes: number) => Uint8Array;

export interface LoadedModel {
  /** Everything but the vectors of word pieces. */
  readonly image: Uint8Array;
  /** The int8 vector of a word piece; valid until the next call. */
  tokenRow(piece: number): Int8Array;
}

/**
 * The quantized model, from the cache or computed and cached. A text has few of the word pieces, so their vectors stay
 * in the file, which all processes of the machine share.
 */
export function loadModel(files: ModelFiles, allocate: Allocate): LoadedModel {
  const { quantized } = files;
  if (quantized.path === undefined) return inMemory(quantizeChecked(files), quantized, allocate);
  removeStaleModels(quantized.path);
  const cached = openCached(quantized.path, quantized, allocate);
  if (cached) return cached;
  const fresh = quantizeChecked(files);
  cacheModel(quantized.path, fresh);
  return openCached(quantized.path, quantized, allocate) ?? inMemory(fresh, quantized, allocate);
}

/** Undefined when the file is missing, unreadable or has another checksum. */
function openCached(
  path: string,
  { bytes, residentBytes, sha256 }: QuantizedModel,
  allocate: Allocate,
): LoadedModel | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const image = allocate(residentBytes);
    const isWhole = fstatSync(file).size === bytes && readInto(file, image);
    if (isWhole && digestOf(file, createHash("sha256").update(image)) === sha256) return inFile(file, image);
  } catch {
    // Treated as a missing file.
  }
  if (file !== undefined) closeSync(file);
  return undefined;
}

/** The file stays open until the thread ends, because it may be replaced under its name meanwhile. */
function inFile(file: number, image: Uint8Array): LoadedModel {
  const row = new Int8Array(hiddenSize);
  return {
    image,
    tokenRow(piece) {
      const read = readSync(file, row, 0, hiddenSize, image.length + piece * hiddenSize);
      if (read < hiddenSize) throw new Error("The kept model was cut off while it was used.");
      return row;
    },
  };
}

function inMemory(quantized: Uint8Array, { residentBytes }: QuantizedModel, allocate: Allocate): LoadedModel {
  const image = allocate(residentBytes);
  image.set(quantized.subarray(0, residentBytes));
  const rows = new Int8Array(quantized.slice(residentBytes).buffer);
  return { image, tokenRow: (piece) => rows.subarray(piece * hiddenSize, (piece + 1) * hiddenSize) };
}

function readInto(file: number, image: Uint8Array): boolean {
  let done = 0;
  for (let read = -1; done < image.length && read !== 0; done += read)
    read = readSync(file, image, done, image.length - done, null);
  return done === image.length;
}

/** Continues `hash` with the rest of the file; in chunks, so that it is never all in memory. */
function digestOf(file: number, hash = createHash("sha256")): string {
  const chunk = new Uint8Array(chunkBytes);
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read));
  return hash.digest("hex");
}

function quantizeChecked(files: ModelFiles): Uint8Array {
  const quantized = quantize(files);
  const digest = sha256(quantized);
  if (digest !== files.quantized.sha256)
    throw new Error(`This machine computes the model differently: its sha256 is ${digest}.`);
  return quantized;
}

function quantize({ weights, adapter, tokenizer }: ModelFiles): Uint8Array {
  for (const file of adapter ? [weights, adapter] : [weights]) checkWeights(file);
  const original = openWeights(weights.path);
  const numbers = adapter ? mergeAdapter(original, openWeights(adapter.path)) : original;
  try {
    return quantizeModel(numbers, readVocabulary(tokenizer));
  } finally {
    numbers.close();
  }
}

function checkWeights({ path, sha256 }: CheckedFile): void {
  const file = openSync(path, "r");
  try {
    assertChecksum(path, digestOf(file), sha256);
  } finally {
    closeSync(file);
  }
}

/** The word pieces, in order of their token ids. */
export function readVocabulary(tokenizer: CheckedFile): string[] {
  const { model } = JSON.parse(readChecked(tokenizer).toString("utf8")) as { model: { vocab: Record<string, number> } };
  return Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([piece]) => piece);
}
