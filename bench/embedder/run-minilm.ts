import { instantiate, type WasmMemory } from "../../src/engine/web-assembly.js";
import { kernelsCode } from "./kernels-code.js";
import { aligned, heads, inner, layers, longestText, width } from "./model-shape.js";
import { readQuantized } from "./quantize-model.js";
import { createWordPieces } from "./word-pieces.js";

interface Kernels {
  readonly memory: WasmMemory;
  widen(from: number, to: number, count: number): void;
  quantize(x: number, to: number, steps: number, rows: number, columns: number): void;
  multiply(...pointersAndSizes: number[]): void;
  normalize(x: number, y: number, weight: number, bias: number, rows: number, columns: number): void;
  gelu(x: number, count: number): void;
  attend(q: number, out: number, keys: number, weights: number, tokens: number): void;
}

/** How many pieces of several texts are computed at once: weights are read from memory once for all of them. */
const mostRows = 512;
/** As many rows as stay in the processor's nearest memory while all weights pass by. */
const rowsAtOnce = 64;
const pageBytes = 65_536;

/** The model of a quantised file, ready to read texts. */
export function loadMiniLm(file: Uint8Array): (texts: readonly string[]) => Float32Array[] {
  const { parts, places } = readQuantized(file);
  const kernels = instantiate<Kernels>(kernelsCode);
  const space = allocate(kernels, file, parts, places);
  const part = <T>(make: (buffer: ArrayBufferLike, offset: number) => T, name: string) =>
    make(file.buffer, file.byteOffset + (places.get(name) ?? 0));
  const countOf = (name: string) => parts.find((one) => one.name === name)?.count ?? 0;
  const names = part((buffer, at) => new Uint8Array(buffer, at, countOf("vocabulary")), "vocabulary");
  const piecesOf = createWordPieces(new TextDecoder().decode(names).split("\n"), longestText);
  // Copies, so that the file's own memory can be let go.
  const pieces = part((buffer, at) => new Int8Array(buffer, at, countOf("pieces")).slice(), "pieces");
  const steps = part((buffer, at) => new Float32Array(buffer, at, countOf("pieces.steps")).slice(), "pieces.steps");

  const embedded = (all: readonly (readonly number[])[], rows: number) => {
    const memory = kernels.memory.buffer;
    const x = new Float32Array(memory, space.x, rows * width);
    // What stands in padding rows must be numbers; it is never read.
    x.fill(0);
    new Float32Array(memory, space.y, rows * width).fill(0);
    const placed = new Float32Array(memory, space.at("places"), longestText * width);
    let row = 0;
    for (const numbers of all) {
      for (const [place, piece] of numbers.entries()) {
        const step = steps[piece] ?? 0;
        for (let i = 0; i < width; i++) {
          x[row * width + i] = (pieces[piece * width + i] ?? 0) * step + (placed[place * width + i] ?? 0);
        }
        row++;
      }
    }
    kernels.normalize(space.x, space.y, space.at("embedded.weight"), space.at("embedded.bias"), rows, width);
  };

  const multiplied = (x: number, name: string, y: number, rows: number, columns: number, depth: number) => {
    kernels.quantize(x, space.steps, space.rowSteps, rows, depth);
    const weights = [space.at(name), space.at(`${name}.steps`), space.at(`${name}.bias`)];
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const [steps, rowSteps] = [space.steps + 2 * row * depth, space.rowSteps + 4 * row];
      const count = Math.min(rowsAtOnce, rows - row);
      kernels.multiply(steps, rowSteps, ...weights, y + 4 * row * columns, count, columns, depth);
    }
  };

  const passed = (layer: number, lengths: readonly number[], rows: number) => {
    multiplied(space.x, `${layer}.attention`, space.wide, rows, 3 * width, width);
    let first = 0;
    for (const length of lengths) {
      for (let head = 0; head < heads; head++) {
        const column = 4 * head * (width / heads);
        kernels.attend(
          space.wide + first * 12 * width + column,
          space.y + first * 4 * width + column,
          space.keys,
          space.shares,
          length,
        );
      }
      first += length;
    }
    multiplied(space.y, `${layer}.join`, space.wide, rows, width, width);
    kernels.normalize(
      space.x,
      space.wide,
      space.at(`${layer}.joined.weight`),
      space.at(`${layer}.joined.bias`),
      rows,
      width,
    );
    multiplied(space.x, `${layer}.up`, space.wide, rows, inner, width);
    kernels.gelu(space.wide, rows * inner);
    multiplied(space.wide, `${layer}.down`, space.y, rows, width, inner);
    kernels.normalize(space.x, space.y, space.at(`${layer}.done.weight`), space.at(`${layer}.done.bias`), rows, width);
  };

  const read = (all: readonly (readonly number[])[]): Float32Array[] => {
    const lengths = all.map(({ length }) => length);
    const rows = 4 * Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / 4);
    embedded(all, rows);
    for (let layer = 0; layer < layers; layer++) passed(layer, lengths, rows);
    const x = new Float32Array(kernels.memory.buffer, space.x, rows * width);
    let first = 0;
    return lengths.map((length) => {
      const vector = meanOf(x.subarray(first * width, (first + length) * width));
      first += length;
      return vector;
    });
  };

  return (texts) => batches(texts.map(piecesOf)).flatMap(read);
}

function* chunked(all: readonly (readonly number[])[]): Generator<(readonly number[])[]> {
  let batch: (readonly number[])[] = [];
  let rows = 0;
  for (const numbers of all) {
    if (rows + numbers.length > mostRows) {
      yield batch;
      [batch, rows] = [[], 0];
    }
    batch.push(numbers);
    rows += numbers.length;
  }
  if (batch.length > 0) yield batch;
}
const batches = (all: readonly (readonly number[])[]) => [...chunked(all)];

/** Puts the weights into the memory of the kernels, and finds room for what they compute. */
function allocate(
  { memory, widen }: Kernels,
  file: Uint8Array,
  parts: ReturnType<typeof readQuantized>["parts"],
  places: ReadonlyMap<string, number>,
) {
  const inside = parts.filter(({ name }) => name !== "vocabulary" && !name.startsWith("pieces"));
  const offsets = new Map<string, number>();
  let end = 1024;
  const room = (bytes: number): number => {
    const at = end;
    end = aligned(end + bytes);
    return at;
  };
  for (const { name, kind, count } of inside) offsets.set(name, room((kind === "bytes" ? 2 : 4) * count));
  const numbers = (count: number) => room(4 * count);
  const space = {
    x: numbers(mostRows * width),
    y: numbers(mostRows * width),
    wide: numbers(mostRows * inner),
    steps: room(2 * mostRows * inner),
    rowSteps: numbers(mostRows),
    keys: numbers((2 * longestText * width) / heads),
    shares: numbers(longestText + 4),
    at: (name: string) => offsets.get(name) ?? 0,
  };
  memory.grow(Math.ceil(end / pageBytes));
  const bytes = new Uint8Array(memory.buffer);
  for (const { name, kind, count } of inside) {
    const from = places.get(name) ?? 0;
    if (kind === "numbers") bytes.set(file.subarray(from, from + 4 * count), space.at(name));
    else {
      // Through the room of the activations, which nobody needs yet.
      bytes.set(file.subarray(from, from + count), space.wide);
      widen(space.wide, space.at(name), count);
    }
  }
  return space;
}

function meanOf(rows: Float32Array): Float32Array {
  const sum = new Float32Array(width);
  for (let i = 0; i < rows.length; i++) sum[i % width] = (sum[i % width] ?? 0) + (rows[i] ?? 0);
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
