import type { TokenEmbedding } from "../token-embedding.js";
import { growTo, instantiate, type WasmMemory } from "../web-assembly.js";
import type { CheckedFile } from "./checked-file.js";
import { kernelsCode } from "./kernels-code.js";
import { loadModel } from "./load-model.js";
import {
  align,
  heads,
  hiddenSize,
  intermediateSize,
  layers,
  maxTextLength,
  offsetsOf,
  partsOf,
  tokenBits,
} from "./model-layout.js";
import { createTokenProjection } from "./token-projection.js";
import { createWordPieceTokenizer } from "./wordpiece-tokenizer.js";

type TokenIds = readonly number[];

/** Rows that stay in the processor's cache while all weights are read. */
const rowsAtOnce = 64;

/** For each text a vector of length 1, and its tokens. The model's image is at the beginning of the kernels' memory. */
export function openModel(file: CheckedFile): (texts: readonly string[]) => TokenEmbedding[] {
  const kernels = openKernels();
  const { image, pieceVector } = loadModel(file, (bytes) => allocateModel(kernels, bytes));
  const { buffer } = kernels.memory;
  const [vocabularySize = 0, namesBytes = 0] = new Uint32Array(buffer, 0, 2);
  const offsets = offsetsOf(partsOf(vocabularySize, namesBytes));
  const offsetOf = (name: string) => offsets.get(name) ?? 0;
  const scratch = scratchAfter(image.length);
  const names = image.slice(offsetOf("vocabulary"), offsetOf("vocabulary") + namesBytes);
  const vocabulary = new TextDecoder().decode(names).split("\n");
  const tokenize = createWordPieceTokenizer(vocabulary, maxTextLength);
  // The model's own tokens begin with a bracket, as the bracket alone does.
  const isWord = (token: number) => /^[^[]*[\p{L}\p{N}]/u.test(vocabulary[token] ?? "");
  const numbersAt = (name: string, count: number) => new Float32Array(buffer, offsetOf(name), count);
  const scales = numbersAt("pieces.scales", vocabularySize);
  const positionEmbeddings = numbersAt("positions", maxTextLength * hiddenSize);
  const project = createTokenProjection(
    numbersAt("projection", tokenBits * hiddenSize),
    numbersAt("importance", hiddenSize),
    numbersAt("importance.bias", 1)[0] ?? 0,
  );

  const normalize = (y: number, name: string, rows: number) =>
    kernels.normalize(scratch.x, y, offsetOf(`${name}.weight`), offsetOf(`${name}.bias`), rows, hiddenSize);

  const embedTokens = (batch: readonly TokenIds[], rows: number) => {
    const x = new Float32Array(buffer, scratch.x, rows * hiddenSize);
    // Padding rows must be finite numbers; they are never read.
    x.fill(0);
    new Float32Array(buffer, scratch.y, rows * hiddenSize).fill(0);
    let to = 0;
    for (const tokenIds of batch) {
      for (const [position, token] of tokenIds.entries()) {
        const scale = scales[token] ?? 0;
        const [row, positionOffset] = [pieceVector(token), position * hiddenSize];
        for (let i = 0; i < hiddenSize; i++) {
          x[to++] = (row[i] as number) * scale + (positionEmbeddings[positionOffset + i] as number);
        }
      }
    }
    normalize(scratch.y, "embedded", rows);
  };

  const multiply = (x: number, name: string, y: number, rows: number, columns: number, depth: number) => {
    kernels.quantize(x, scratch.int8, scratch.rowScales, rows, depth);
    const weights = [offsetOf(name), offsetOf(`${name}.scales`), offsetOf(`${name}.bias`)];
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const [int8, rowScales] = [scratch.int8 + 2 * row * depth, scratch.rowScales + 4 * row];
      const count = Math.min(rowsAtOnce, rows - row);
      kernels.multiply(int8, rowScales, ...weights, y + 4 * row * columns, count, columns, depth);
    }
  };

  const attend = (lengths: TokenIds) => {
    let firstRow = 0;
    for (const length of lengths) {
      for (let head = 0; head < heads; head++) {
        const column = 4 * head * (hiddenSize / heads);
        const from = scratch.wide + firstRow * 12 * hiddenSize + column;
        const to = scratch.y + firstRow * 4 * hiddenSize + column;
        kernels.attend(from, to, scratch.keys, scratch.attentionWeights, length);
      }
      firstRow += length;
    }
  };

  const runLayer = (layer: number, lengths: TokenIds, rows: number) => {
    multiply(scratch.x, `${layer}.attention`, scratch.wide, rows, 3 * hiddenSize, hiddenSize);
    attend(lengths);
    multiply(scratch.y, `${layer}.join`, scratch.wide, rows, hiddenSize, hiddenSize);
    normalize(scratch.wide, `${layer}.joined`, rows);
    multiply(scratch.x, `${layer}.up`, scratch.wide, rows, intermediateSize, hiddenSize);
    kernels.gelu(scratch.wide, rows * intermediateSize);
    multiply(scratch.wide, `${layer}.down`, scratch.y, rows, hiddenSize, intermediateSize);
    normalize(scratch.y, `${layer}.done`, rows);
  };

  const runBatch = (batch: readonly TokenIds[]): TokenEmbedding[] => {
    const lengths = batch.map(({ length }) => length);
    const rows = 4 * Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / 4);
    embedTokens(batch, rows);
    for (let layer = 0; layer < layers; layer++) runLayer(layer, lengths, rows);
    const x = new Float32Array(buffer, scratch.x, rows * hiddenSize);
    let firstRow = 0;
    return batch.map((tokens) => {
      const rows = x.subarray(firstRow * hiddenSize, (firstRow + tokens.length) * hiddenSize);
      firstRow += tokens.length;
      return { vector: meanPool(rows), ...project(selectRows(rows, tokens.map(isWord))) };
    });
  };

  return (texts) => [...splitBatches(texts.map(tokenize))].flatMap(runBatch);
}

function* splitBatches(texts: readonly TokenIds[]): Generator<TokenIds[]> {
  let batch: TokenIds[] = [];
  let rows = 0;
  for (const tokenIds of texts) {
    if (rows + tokenIds.length > maxRows) {
      yield batch;
      [batch, rows] = [[], 0];
    }
    batch.push(tokenIds);
    rows += tokenIds.length;
  }
  if (batch.length > 0) yield batch;
}

function selectRows(rows: Float32Array, wordMask: readonly boolean[]): Float32Array {
  const selected = [...wordMask.keys()].filter((token) => wordMask[token]);
  const selectedRows = new Float32Array(selected.length * hiddenSize);
  for (const [to, token] of selected.entries())
    selectedRows.set(rows.subarray(token * hiddenSize, (token + 1) * hiddenSize), to * hiddenSize);
  return selectedRows;
}

/** The mean of the rows, normalized to length 1. */
function meanPool(rows: Float32Array): Float32Array<ArrayBuffer> {
  const sum = new Float32Array(hiddenSize);
  for (let from = 0; from < rows.length; from += hiddenSize)
    for (let i = 0; i < hiddenSize; i++) sum[i] = (sum[i] as number) + (rows[from + i] as number);
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return sum.map((value) => value / length);
}

/** The WebAssembly functions. Pointers are byte offsets into their memory. */
interface Kernels {
  readonly memory: WasmMemory;
  quantize(x: number, to: number, rowScales: number, rows: number, columns: number): void;
  multiply(...pointersAndSizes: number[]): void;
  normalize(x: number, y: number, weight: number, bias: number, rows: number, columns: number): void;
  gelu(x: number, count: number): void;
  attend(q: number, out: number, keys: number, weights: number, tokens: number): void;
}

/** Tokens per batch, of one or more texts: weights are read from memory once for all of them. */
const maxRows = 256;

const openKernels = (): Kernels => instantiate<Kernels>(kernelsCode);

/** The first `bytes` of the memory, for the model, followed by scratch space. */
function allocateModel({ memory }: Kernels, bytes: number): Uint8Array {
  growTo(memory, scratchAfter(bytes).end);
  return new Uint8Array(memory.buffer, 0, bytes);
}

/** Byte offsets of the kernels' intermediate results. */
function scratchAfter(bytes: number) {
  let end = align(bytes);
  const allocate = (size: number): number => {
    const offset = end;
    end = align(end + size);
    return offset;
  };
  const numbers = (count: number) => allocate(4 * count);
  return {
    x: numbers(maxRows * hiddenSize),
    y: numbers(maxRows * hiddenSize),
    wide: numbers(maxRows * intermediateSize),
    int8: allocate(2 * maxRows * intermediateSize),
    rowScales: numbers(maxRows),
    keys: numbers((2 * maxTextLength * hiddenSize) / heads),
    attentionWeights: numbers(maxTextLength + 4),
    end,
  };
}
