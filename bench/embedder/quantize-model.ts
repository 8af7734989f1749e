import { type Part, partsOf, placesOf, width } from "./model-shape.js";

/** First in the file: how many pieces the model knows, and how many bytes their names take. */
const headerBytes = 16;

/**
 * The model in a form that multiplies fast: weights as bytes, each row with a step of its own. The same weights always
 * give the same bytes, so that the result has a checksum.
 */
export function quantizeModel(safetensors: Uint8Array, tokenizer: string): Uint8Array {
  const weights = readWeights(safetensors);
  const vocabulary = Buffer.from(readVocabulary(tokenizer).join("\n"));
  const pieces = weights("embeddings.word_embeddings.weight").length / width;
  const parts = partsOf(pieces, vocabulary.length);
  const places = placesOf(parts, headerBytes);
  const file = new Uint8Array(places.get("") ?? 0);
  new Uint32Array(file.buffer).set([pieces, vocabulary.length]);

  const at = (name: string) => places.get(name) ?? 0;
  const put = (name: string, numbers: Float32Array) =>
    new Float32Array(file.buffer, at(name), numbers.length).set(numbers);
  const putMatrix = (name: string, numbers: Float32Array, depth: number) => {
    const rows = numbers.length / depth;
    const bytes = new Int8Array(file.buffer, at(name), numbers.length);
    quantizeRows(numbers, depth, bytes, new Float32Array(file.buffer, at(`${name}.steps`), rows));
  };

  file.set(vocabulary, at("vocabulary"));
  putMatrix("pieces", weights("embeddings.word_embeddings.weight"), width);
  put("places", placeVectors(weights));
  put("embedded.weight", weights("embeddings.LayerNorm.weight"));
  put("embedded.bias", weights("embeddings.LayerNorm.bias"));
  for (const [name, from] of layerNames(parts)) {
    const [matrices, biases] = [from.map((one) => weights(`${one}.weight`)), from.map((one) => weights(`${one}.bias`))];
    if (name.endsWith("ed") || name.endsWith("done")) put(`${name}.weight`, joined(matrices));
    else putMatrix(name, joined(matrices), name.endsWith("down") ? 4 * width : width);
    put(`${name}.bias`, joined(biases));
    if (name.endsWith("attention")) scaleQueries(file, at(`${name}.steps`), at(`${name}.bias`));
  }
  return file;
}

export function readQuantized(file: Uint8Array): { parts: readonly Part[]; places: ReadonlyMap<string, number> } {
  const [pieces = 0, vocabularyBytes = 0] = new Uint32Array(file.buffer, file.byteOffset, 2);
  const parts = partsOf(pieces, vocabularyBytes);
  return { parts, places: placesOf(parts, headerBytes) };
}

/** Our names of a layer's parts, and the model's. */
function layerNames(parts: readonly Part[]): [string, string[]][] {
  const layers = new Set(parts.flatMap(({ name }) => name.match(/^\d+/)?.[0] ?? []));
  return [...layers].flatMap((i): [string, string[]][] => {
    const of = (rest: string) => `encoder.layer.${i}.${rest}`;
    return [
      [`${i}.attention`, ["query", "key", "value"].map((one) => of(`attention.self.${one}`))],
      [`${i}.join`, [of("attention.output.dense")]],
      [`${i}.joined`, [of("attention.output.LayerNorm")]],
      [`${i}.up`, [of("intermediate.dense")]],
      [`${i}.down`, [of("output.dense")]],
      [`${i}.done`, [of("output.LayerNorm")]],
    ];
  });
}

type Weights = (name: string) => Float32Array;

function readWeights(safetensors: Uint8Array): Weights {
  const view = new DataView(safetensors.buffer, safetensors.byteOffset, safetensors.byteLength);
  const length = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(safetensors.subarray(8, 8 + length))) as Record<
    string,
    { data_offsets: [number, number] }
  >;
  const table = Float32Array.from({ length: 65_536 }, (_, half) => halfToNumber(half));
  return (name) => {
    const [from, to] = header[name]?.data_offsets ?? [0, 0];
    // A copy, because halves must begin at an even address.
    const halves = new Uint16Array(new Uint8Array(safetensors.subarray(8 + length + from, 8 + length + to)).buffer);
    const numbers = new Float32Array(halves.length);
    for (let i = 0; i < halves.length; i++) numbers[i] = table[halves[i] as number] as number;
    return numbers;
  };
}

/** IEEE 754 half precision. */
function halfToNumber(half: number): number {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 31, half & 1023];
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function readVocabulary(tokenizer: string): string[] {
  const { model } = JSON.parse(tokenizer) as { model: { vocab: Record<string, number> } };
  return Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([piece]) => piece);
}

/** Where a piece stands; that it belongs to the first sentence is the same for all of them. */
function placeVectors(weights: Weights): Float32Array {
  const sentence = weights("embeddings.token_type_embeddings.weight");
  const places = weights("embeddings.position_embeddings.weight").subarray(0, 256 * width);
  return places.map((value, i) => value + (sentence[i % width] ?? 0));
}

function quantizeRows(numbers: Float32Array, depth: number, bytes: Int8Array, steps: Float32Array): void {
  for (let row = 0; row < steps.length; row++) {
    const [from, to] = [row * depth, (row + 1) * depth];
    let most = 1e-9;
    for (let i = from; i < to; i++) most = Math.max(most, Math.abs(numbers[i] as number));
    const step = Math.fround(most / 127);
    steps[row] = step;
    for (let i = from; i < to; i++) bytes[i] = Math.round((numbers[i] as number) / step);
  }
}

/** Attention divides by the root of a head's width: done once, here. */
function scaleQueries(file: Uint8Array, steps: number, bias: number): void {
  for (const at of [steps, bias]) {
    const numbers = new Float32Array(file.buffer, at, width);
    for (let i = 0; i < width; i++) numbers[i] = (numbers[i] ?? 0) / Math.sqrt(32);
  }
}

function joined(arrays: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  arrays.reduce((at, one) => {
    all.set(one, at);
    return at + one.length;
  }, 0);
  return all;
}
