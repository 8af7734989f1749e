import { hiddenSize, layers, maxTextLength, offsetsOf, partsOf } from "./model-shape.js";
import type { Weights } from "./weights.js";

/** As many rows as are read at once: memory stays small. */
const rowsAtOnce = 1024;

/**
 * The model in a form that multiplies fast: weights as bytes, each row with a step of its own. The same weights always
 * give the same bytes, so that the result has a checksum.
 */
export function quantizeModel(weights: Weights, vocabulary: readonly string[]): Uint8Array {
  const names = Buffer.from(vocabulary.join("\n"));
  const offsets = offsetsOf(partsOf(vocabulary.length, names.length));
  const image = new Uint8Array(offsets.get("") ?? 0);
  const at = (name: string) => image.byteOffset + (offsets.get(name) ?? 0);
  const numbersAt = (name: string, count: number) => new Float32Array(image.buffer, at(name), count);

  const put = (name: string, tensors: readonly string[]) => {
    const all = tensors.map((tensor) => weights.read(tensor));
    all.reduce((from, some) => {
      new Float32Array(image.buffer, at(name) + 4 * from, some.length).set(some);
      return from + some.length;
    }, 0);
  };
  const putRows = (name: string, tensors: readonly string[], depth: number, order = asTheyAre) => {
    let row = 0;
    for (const tensor of tensors) {
      const rows = weights.count(tensor) / depth;
      for (let from = 0; from < rows; from += rowsAtOnce) {
        const count = Math.min(rowsAtOnce, rows - from);
        const bytes = new Int8Array(image.buffer, at(name) + row * depth, count * depth);
        const steps = new Float32Array(image.buffer, at(`${name}.steps`) + 4 * row, count);
        quantizeRows(weights.read(tensor, from * depth, count * depth), depth, bytes, steps);
        bytes.set(order(bytes, depth));
        row += count;
      }
    }
  };

  new Uint32Array(image.buffer, image.byteOffset, 2).set([vocabulary.length, names.length]);
  image.set(names, offsets.get("vocabulary") ?? 0);
  putRows("pieces", ["embeddings.word_embeddings.weight"], hiddenSize);
  numbersAt("places", maxTextLength * hiddenSize).set(placeVectors(weights));
  put("embedded.weight", ["embeddings.LayerNorm.weight"]);
  put("embedded.bias", ["embeddings.LayerNorm.bias"]);
  for (let i = 0; i < layers; i++) {
    for (const { name, tensors, depth } of layerOf(i)) {
      const weight = tensors.map((tensor) => `${tensor}.weight`);
      if (depth === undefined) put(`${name}.weight`, weight);
      else putRows(name, weight, depth, mixedByEight);
      put(
        `${name}.bias`,
        tensors.map((tensor) => `${tensor}.bias`),
      );
    }
    scaleQueries(numbersAt(`${i}.attention.steps`, hiddenSize));
    scaleQueries(numbersAt(`${i}.attention.bias`, hiddenSize));
  }
  return image;
}

interface LayerPart {
  readonly name: string;
  /** The model's names of it. */
  readonly tensors: readonly string[];
  /** How long the rows of a matrix are; what is none is not quantised. */
  readonly depth?: number;
}

function layerOf(i: number): LayerPart[] {
  const of = (rest: string) => `encoder.layer.${i}.${rest}`;
  const attention = ["query", "key", "value"].map((one) => of(`attention.self.${one}`));
  return [
    { name: `${i}.attention`, tensors: attention, depth: hiddenSize },
    { name: `${i}.join`, tensors: [of("attention.output.dense")], depth: hiddenSize },
    { name: `${i}.joined`, tensors: [of("attention.output.LayerNorm")] },
    { name: `${i}.up`, tensors: [of("intermediate.dense")], depth: hiddenSize },
    { name: `${i}.down`, tensors: [of("output.dense")], depth: 4 * hiddenSize },
    { name: `${i}.done`, tensors: [of("output.LayerNorm")] },
  ];
}

/** Where a piece stands; that it belongs to the first sentence is the same for all of them. */
function placeVectors(weights: Weights): Float32Array {
  const sentence = weights.read("embeddings.token_type_embeddings.weight", 0, hiddenSize);
  const offsets = weights.read("embeddings.position_embeddings.weight", 0, maxTextLength * hiddenSize);
  return offsets.map((value, i) => value + (sentence[i % hiddenSize] ?? 0));
}

function quantizeRows(numbers: Float32Array, depth: number, bytes: Int8Array, steps: Float32Array): void {
  for (let row = 0; row < steps.length; row++) {
    const [from, to] = [row * depth, (row + 1) * depth];
    let max = 1e-9;
    for (let i = from; i < to; i++) max = Math.max(max, Math.abs(numbers[i] as number));
    const scale = Math.fround(max / 127);
    steps[row] = scale;
    for (let i = from; i < to; i++) bytes[i] = Math.round((numbers[i] as number) / scale);
  }
}

type RowOrder = (rows: Int8Array, depth: number) => Int8Array;

const asTheyAre: RowOrder = (rows) => rows;

/** As they are multiplied: two bytes of each of eight rows, then the next two. */
function mixedByEight(rows: Int8Array, depth: number): Int8Array {
  const mixed = new Int8Array(rows.length);
  let to = 0;
  for (let group = 0; group < rows.length; group += 8 * depth)
    for (let i = 0; i < depth; i += 2)
      for (let row = group; row < group + 8 * depth; row += depth) {
        mixed[to++] = rows[row + i] as number;
        mixed[to++] = rows[row + i + 1] as number;
      }
  return mixed;
}

/** Attention divides by the root of a head's width: done once, here. */
function scaleQueries(numbers: Float32Array): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i] ?? 0) / Math.sqrt(32);
}
