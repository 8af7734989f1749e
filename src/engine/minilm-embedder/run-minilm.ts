import type { TokenEmbedding } from "../token-embedding.js";
import type { ModelFiles } from "./find-model.js";
import { type LoadedModel, loadModel } from "./load-model.js";
import { type Kernels, maxRows, openKernels, roomIn, scratchAfter } from "./minilm-memory.js";
import { heads, hiddenSize, intermediateSize, layers, maxTextLength, offsetsOf, partsOf } from "./model-shape.js";
import { readTokenProjection } from "./token-projection.js";
import { createWordPieceTokenizer } from "./wordpiece-tokenizer.js";

type Numbers = readonly number[];

/** As many rows as stay in the processor's nearest memory while all weights pass by. */
const rowsAtOnce = 64;

/** The model, ready to read texts. */
export interface Model {
  /** One vector of length 1 for each text. */
  embed(texts: readonly string[]): Float32Array<ArrayBuffer>[];
  /** The same with the tokens of each text; nothing without the adapter. */
  embedTokens(texts: readonly string[]): TokenEmbedding[];
}

export function openModel(files: ModelFiles): Model {
  const kernels = openKernels();
  const model = loadModel(files, (bytes) => roomIn(kernels, bytes));
  const run = runModel(kernels, model);
  const project = files.adapter && readTokenProjection(files.adapter);
  return {
    embed: (texts) => run(texts, meanPool),
    embedTokens: (texts) =>
      project ? run(texts, (rows, says) => ({ vector: meanPool(rows), ...project(rowsWhere(rows, says)) })) : [],
  };
}

/** Reads the hidden states of one text; `says` tells which of its tokens are more than punctuation. */
type ReadHidden<T> = (rows: Float32Array, says: readonly boolean[]) => T;

/** The model's image is at the beginning of the memory of `kernels`. */
function runModel(
  kernels: Kernels,
  { image, tokenRow }: LoadedModel,
): <T>(texts: readonly string[], readHidden: ReadHidden<T>) => T[] {
  const { buffer } = kernels.memory;
  const [known = 0, namesBytes = 0] = new Uint32Array(buffer, 0, 2);
  const offsets = offsetsOf(partsOf(known, namesBytes));
  const at = (name: string) => offsets.get(name) ?? 0;
  const scratch = scratchAfter(image.length);
  const names = image.slice(at("vocabulary"), at("vocabulary") + namesBytes);
  const vocabulary = new TextDecoder().decode(names).split("\n");
  const tokenize = createWordPieceTokenizer(vocabulary, maxTextLength);
  // The model's own tokens begin with a bracket, as the bracket alone does.
  const isWord = (token: number) => /^[^[]*[\p{L}\p{N}]/u.test(vocabulary[token] ?? "");
  const scales = new Float32Array(buffer, at("pieces.steps"), known);
  const positionEmbeddings = new Float32Array(buffer, at("places"), maxTextLength * hiddenSize);

  const normalize = (y: number, name: string, rows: number) =>
    kernels.normalize(scratch.x, y, at(`${name}.weight`), at(`${name}.bias`), rows, hiddenSize);

  const embedTokens = (all: readonly Numbers[], rows: number) => {
    const x = new Float32Array(buffer, scratch.x, rows * hiddenSize);
    // What stands in padding rows must be numbers; it is never read.
    x.fill(0);
    new Float32Array(buffer, scratch.y, rows * hiddenSize).fill(0);
    let to = 0;
    for (const numbers of all) {
      for (const [place, token] of numbers.entries()) {
        const scale = scales[token] ?? 0;
        const [row, beside] = [tokenRow(token), place * hiddenSize];
        for (let i = 0; i < hiddenSize; i++) {
          x[to++] = (row[i] as number) * scale + (positionEmbeddings[beside + i] as number);
        }
      }
    }
    normalize(scratch.y, "embedded", rows);
  };

  const multiply = (x: number, name: string, y: number, rows: number, columns: number, depth: number) => {
    kernels.quantize(x, scratch.int8, scratch.rowScales, rows, depth);
    const weights = [at(name), at(`${name}.steps`), at(`${name}.bias`)];
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const [int8, rowScales] = [scratch.int8 + 2 * row * depth, scratch.rowScales + 4 * row];
      const count = Math.min(rowsAtOnce, rows - row);
      kernels.multiply(int8, rowScales, ...weights, y + 4 * row * columns, count, columns, depth);
    }
  };

  const attend = (lengths: Numbers) => {
    let first = 0;
    for (const length of lengths) {
      for (let head = 0; head < heads; head++) {
        const column = 4 * head * (hiddenSize / heads);
        const [from, to] = [
          scratch.wide + first * 12 * hiddenSize + column,
          scratch.y + first * 4 * hiddenSize + column,
        ];
        kernels.attend(from, to, scratch.keys, scratch.shares, length);
      }
      first += length;
    }
  };

  const runLayer = (layer: number, lengths: Numbers, rows: number) => {
    multiply(scratch.x, `${layer}.attention`, scratch.wide, rows, 3 * hiddenSize, hiddenSize);
    attend(lengths);
    multiply(scratch.y, `${layer}.join`, scratch.wide, rows, hiddenSize, hiddenSize);
    normalize(scratch.wide, `${layer}.joined`, rows);
    multiply(scratch.x, `${layer}.up`, scratch.wide, rows, intermediateSize, hiddenSize);
    kernels.gelu(scratch.wide, rows * intermediateSize);
    multiply(scratch.wide, `${layer}.down`, scratch.y, rows, hiddenSize, intermediateSize);
    normalize(scratch.y, `${layer}.done`, rows);
  };

  const read = <T>(all: readonly Numbers[], readHidden: ReadHidden<T>): T[] => {
    const lengths = all.map(({ length }) => length);
    const rows = 4 * Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / 4);
    embedTokens(all, rows);
    for (let layer = 0; layer < layers; layer++) runLayer(layer, lengths, rows);
    const x = new Float32Array(buffer, scratch.x, rows * hiddenSize);
    let first = 0;
    return all.map((tokens) => {
      const rows = x.subarray(first * hiddenSize, (first + tokens.length) * hiddenSize);
      first += tokens.length;
      return readHidden(rows, tokens.map(isWord));
    });
  };

  return (texts, readHidden) => [...splitBatches(texts.map(tokenize))].flatMap((batch) => read(batch, readHidden));
}

function* splitBatches(all: readonly Numbers[]): Generator<Numbers[]> {
  let batch: Numbers[] = [];
  let rows = 0;
  for (const numbers of all) {
    if (rows + numbers.length > maxRows) {
      yield batch;
      [batch, rows] = [[], 0];
    }
    batch.push(numbers);
    rows += numbers.length;
  }
  if (batch.length > 0) yield batch;
}

function rowsWhere(rows: Float32Array, says: readonly boolean[]): Float32Array {
  const chosen = [...says.keys()].filter((token) => says[token]);
  const copied = new Float32Array(chosen.length * hiddenSize);
  for (const [to, token] of chosen.entries())
    copied.set(rows.subarray(token * hiddenSize, (token + 1) * hiddenSize), to * hiddenSize);
  return copied;
}

/** Where the rows point on average, at length 1. */
function meanPool(rows: Float32Array): Float32Array<ArrayBuffer> {
  const sum = new Float32Array(hiddenSize);
  for (let from = 0; from < rows.length; from += hiddenSize)
    for (let i = 0; i < hiddenSize; i++) sum[i] = (sum[i] as number) + (rows[from + i] as number);
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
