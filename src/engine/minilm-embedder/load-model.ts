import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { sha256 } from "../../base/sha256.js";
import { type CheckedFile, readChecked, refuseUnlessEqual } from "./checked-file.js";
import type { ModelFiles, QuantizedModel } from "./find-model.js";
import { keepModel, removeStale } from "./keep-model.js";
import { mergeAdapter } from "./merge-adapter.js";
import { hiddenSize } from "./model-shape.js";
import { quantizeModel } from "./quantize-model.js";
import { openWeights } from "./weights.js";

const chunkBytes = 1_048_576;

/** Where the model is held: so many bytes. */
type Room = (bytes: number) => Uint8Array;

export interface LoadedModel {
  /** All but the vectors of the pieces. */
  readonly image: Uint8Array;
  /** The vector of a piece in steps; valid until the next one is asked for. */
  tokenRow(piece: number): Int8Array;
}

/**
 * The quantised model: as it was kept, or made anew and kept for the next time. A text has few of the pieces, so that their
 * vectors stay in the file, which all processes of the machine share.
 */
export function loadModel(files: ModelFiles, room: Room): LoadedModel {
  const { quantized } = files;
  if (quantized.path === undefined) return inMemory(makeChecked(files), quantized, room);
  removeStale(quantized.path);
  const kept = openKept(quantized.path, quantized, room);
  if (kept) return kept;
  const made = makeChecked(files);
  keepModel(quantized.path, made);
  return openKept(quantized.path, quantized, room) ?? inMemory(made, quantized, room);
}

/** Nothing when the file is missing, cannot be read or is not what it should be. */
function openKept(path: string, { bytes, residentBytes, sha256 }: QuantizedModel, room: Room): LoadedModel | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const image = room(residentBytes);
    const isWhole = fstatSync(file).size === bytes && readInto(file, image);
    if (isWhole && digestOf(file, createHash("sha256").update(image)) === sha256) return inFile(file, image);
  } catch {
    // As good as no file.
  }
  if (file !== undefined) closeSync(file);
  return undefined;
}

/** The file stays open until the thread ends: another may take its place under the name meanwhile. */
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

function inMemory(made: Uint8Array, { residentBytes }: QuantizedModel, room: Room): LoadedModel {
  const image = room(residentBytes);
  image.set(made.subarray(0, residentBytes));
  const rows = new Int8Array(made.slice(residentBytes).buffer);
  return { image, tokenRow: (piece) => rows.subarray(piece * hiddenSize, (piece + 1) * hiddenSize) };
}

function readInto(file: number, image: Uint8Array): boolean {
  let done = 0;
  for (let more = -1; done < image.length && more !== 0; done += more)
    more = readSync(file, image, done, image.length - done, null);
  return done === image.length;
}

/** Of what was hashed and all that follows in the file; in chunks, so that it is never all in memory. */
function digestOf(file: number, hash = createHash("sha256")): string {
  const chunk = new Uint8Array(chunkBytes);
  for (let more = readSync(file, chunk); more > 0; more = readSync(file, chunk)) hash.update(chunk.subarray(0, more));
  return hash.digest("hex");
}

function makeChecked(files: ModelFiles): Uint8Array {
  const made = make(files);
  const digest = sha256(made);
  if (digest !== files.quantized.sha256)
    throw new Error(`This machine computes the model differently: its sha256 is ${digest}.`);
  return made;
}

function make({ weights, adapter, tokenizer }: ModelFiles): Uint8Array {
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
    refuseUnlessEqual(path, digestOf(file), sha256);
  } finally {
    closeSync(file);
  }
}

/** The names of the pieces, in order of their numbers. */
export function readVocabulary(tokenizer: CheckedFile): string[] {
  const { model } = JSON.parse(readChecked(tokenizer).toString("utf8")) as { model: { vocab: Record<string, number> } };
  return Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([piece]) => piece);
}
