import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type CheckedFile, readChecked, refuseUnlessEqual, sha256Of } from "./checked-file.js";
import type { ModelFiles, QuantizedModel } from "./find-model.js";
import { keepModel, removeStale } from "./keep-model.js";
import { quantizeModel, type Room } from "./quantize-model.js";
import { openWeights } from "./weights.js";

const chunkBytes = 1_048_576;

/** The quantised model, in the room that it is given: as it was kept, or made anew and kept for the next time. */
export function loadModel(files: ModelFiles, room: Room): Uint8Array {
  const { quantized } = files;
  if (quantized.path !== undefined) {
    removeStale(quantized.path);
    const kept = readKept(quantized.path, quantized, room);
    if (kept) return kept;
  }
  const made = make(files, room);
  if (sha256Of(made) !== quantized.sha256) throw new Error("This machine computes the model differently.");
  if (quantized.path !== undefined) keepModel(quantized.path, made);
  return made;
}

/** Nothing when the file is missing, cannot be read or is not what it should be. */
function readKept(path: string, { bytes, sha256 }: QuantizedModel, room: Room): Uint8Array | undefined {
  try {
    const image = room(bytes);
    return readInto(path, image) && sha256Of(image) === sha256 ? image : undefined;
  } catch {
    return undefined;
  }
}

function readInto(path: string, image: Uint8Array): boolean {
  const file = openSync(path, "r");
  try {
    if (fstatSync(file).size !== image.length) return false;
    let done = 0;
    for (let more = -1; done < image.length && more !== 0; done += more)
      more = readSync(file, image, done, image.length - done, done);
    return done === image.length;
  } finally {
    closeSync(file);
  }
}

function make({ weights, tokenizer }: ModelFiles, room: Room): Uint8Array {
  checkWeights(weights);
  const numbers = openWeights(weights.path);
  try {
    return quantizeModel(numbers, readVocabulary(tokenizer), room);
  } finally {
    numbers.close();
  }
}

/** In chunks, so that the whole file is never in memory. */
function checkWeights({ path, sha256 }: CheckedFile): void {
  const file = openSync(path, "r");
  try {
    const [hash, chunk] = [createHash("sha256"), new Uint8Array(chunkBytes)];
    for (let more = readSync(file, chunk); more > 0; more = readSync(file, chunk)) hash.update(chunk.subarray(0, more));
    refuseUnlessEqual(path, hash.digest("hex"), sha256);
  } finally {
    closeSync(file);
  }
}

function readVocabulary(tokenizer: CheckedFile): string[] {
  const { model } = JSON.parse(readChecked(tokenizer).toString("utf8")) as { model: { vocab: Record<string, number> } };
  return Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([piece]) => piece);
}
