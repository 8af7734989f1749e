import {
  hiddenSize,
  layers,
  maxTextLength,
  offsetsOf,
  partsOf,
} from "../../src/engine/minilm-embedder/model-layout.js";
import type { Weights } from "./weights.js";

/** Rows read at once, to keep memory small. */
const rowsAtOnce = 1024;

/**
 * Scalar quantization for fast multiplication: weights as int8 with a scale per row. The same weights always give the
 * same bytes, so that the result has a checksum. The projection of tokens comes from the adapter as it is.
 */
export function quantizeModel(weights: Weights, adapter: Weights, vocabulary: readonly string[]): Uint8Array {
  const names = Buffer.from(vocabulary.join("\n"));
  const offsets = offsetsOf(partsOf(vocabulary.length, names.length));
  const image = new Uint8Array(offsets.get("") ?? 0);
  const offsetOf = (name: string) => image.byteOffset + (offsets.get(name) ?? 0);
  const numbersAt = (name: string, count: number) => new Float32Array(image.buffer, offsetOf(name), count);

  const writeTensors = (name: string, tensors: readonly string[]) => {
    const values = tensors.map((tensor) => weights.read(tensor));
    values.reduce((from, tensor) => {
      new Float32Array(image.buffer, offsetOf(name) + 4 * from, tensor.length).set(tensor);
      return from + tensor.length;
    }, 0);
  };
  const writeRows = (name: string, tensors: readonly string[], depth: number, order = inOrder) => {
    let row = 0;
    for (const tensor of tensors) {
      const rows = weights.count(tensor) / depth;
      for (let from = 0; from < rows; from += rowsAtOnce) {
        const count = Math.min(rowsAtOnce, rows - from);
        const bytes = new Int8Array(image.buffer, offsetOf(name) + row * depth, count * depth);
        const scales = new Float32Array(image.buffer, offsetOf(`${name}.scales`) + 4 * row, count);
        quantizeRows(weights.read(tensor, from * depth, count * depth), depth, bytes, scales);
        bytes.set(order(bytes, depth));
        row += count;
      }
    }
  };

  new Uint32Array(image.buffer, image.byteOffset, 2).set([vocabulary.length, names.length]);
  image.set(names, offsets.get("vocabulary") ?? 0);
  writeRows("pieces", ["embeddings.word_embeddings.weight"], hiddenSize);
  numbersAt("positions", maxTextLength * hiddenSize).set(positionVectors(weights));
  writeTensors("embedded.weight", ["embeddings.LayerNorm.weight"]);
  writeTensors("embedded.bias", ["embeddings.LayerNorm.bias"]);
  for (let i = 0; i < layers; i++) {
    for (const { name, tensors, depth } of layerOf(i)) {
      const weight = tensors.map((tensor) => `${tensor}.weight`);
      if (depth === undefined) writeTensors(`${name}.weight`, weight);
      else writeRows(name, weight, depth, interleaveByEight);
      writeTensors(
        `${name}.bias`,
        tensors.map((tensor) => `${tensor}.bias`),
      );
    }
    scaleQueries(numbersAt(`${i}.attention.scales`, hiddenSize));
    scaleQueries(numbersAt(`${i}.attention.bias`, hiddenSize));
  }
  for (const name of ["projection", "importance", "importance.bias"]) {
    const numbers = adapter.read(name);
    numbersAt(name, numbers.length).set(numbers);
  }
  return image;
}

interface LayerPart {
  readonly name: string;
  /** Their names in the weights file. */
  readonly tensors: readonly string[];
  /** Row length of a matrix; absent for other tensors, which are not quantized. */
  readonly depth?: number;
}

function layerOf(i: number): LayerPart[] {
  const tensorName = (rest: string) => `encoder.layer.${i}.${rest}`;
  const attention = ["query", "key", "value"].map((projection) => tensorName(`attention.self.${projection}`));
  return [
    { name: `${i}.attention`, tensors: attention, depth: hiddenSize },
    { name: `${i}.join`, tensors: [tensorName("attention.output.dense")], depth: hiddenSize },
    { name: `${i}.joined`, tensors: [tensorName("attention.output.LayerNorm")] },
    { name: `${i}.up`, tensors: [tensorName("intermediate.dense")], depth: hiddenSize },
    { name: `${i}.down`, tensors: [tensorName("output.dense")], depth: 4 * hiddenSize },
    { name: `${i}.done`, tensors: [tensorName("output.LayerNorm")] },
  ];
}

/** Position embeddings plus the token type embedding, which is the same for all tokens. */
function positionVectors(weights: Weights): Float32Array {
  const sentence = weights.read("embeddings.token_type_embeddings.weight", 0, hiddenSize);
  const offsets = weights.read("embeddings.position_embeddings.weight", 0, maxTextLength * hiddenSize);
  return offsets.map((value, i) => value + (sentence[i % hiddenSize] ?? 0));
}

function quantizeRows(numbers: Float32Array, depth: number, bytes: Int8Array, scales: Float32Array): void {
  for (let row = 0; row < scales.length; row++) {
    const [from, to] = [row * depth, (row + 1) * depth];
    let max = 1e-9;
    for (let i = from; i < to; i++) max = Math.max(max, Math.abs(numbers[i] as number));
    const scale = Math.fround(max / 127);
    scales[row] = scale;
    for (let i = from; i < to; i++) bytes[i] = Math.round((numbers[i] as number) / scale);
  }
}

type RowOrder = (rows: Int8Array, depth: number) => Int8Array;

const inOrder: RowOrder = (rows) => rows;

/** The order in which `multiply` reads them: two bytes of each of eight rows, then the next two. */
function interleaveByEight(rows: Int8Array, depth: number): Int8Array {
  const interleaved = new Int8Array(rows.length);
  let to = 0;
  for (let group = 0; group < rows.length; group += 8 * depth)
    for (let i = 0; i < depth; i += 2)
      for (let row = group; row < group + 8 * depth; row += depth) {
        interleaved[to++] = rows[row + i] as number;
        interleaved[to++] = rows[row + i + 1] as number;
      }
  return interleaved;
}

/** Attention divides by the square root of the head size; done once, here. */
function scaleQueries(numbers: Float32Array): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i] ?? 0) / Math.sqrt(32);
}
