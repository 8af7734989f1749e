import type { ModelFiles } from "./find-model.js";
import { type LoadedModel, loadModel } from "./load-model.js";
import { type Kernels, maxRows, openKernels, roomIn, workRoomAfter } from "./minilm-memory.js";
import { heads, inner, layers, maxTextLength, partsOf, placesOf, width } from "./model-shape.js";
import { createWordPieceTokenizer } from "./wordpiece-tokenizer.js";

type Numbers = readonly number[];

/** As many rows as stay in the processor's nearest memory while all weights pass by. */
const rowsAtOnce = 64;

/** The model, ready to read texts: one vector of length 1 for each. */
export function openModel(files: ModelFiles): (texts: readonly string[]) => Float32Array<ArrayBuffer>[] {
  const kernels = openKernels();
  return runModel(
    kernels,
    loadModel(files, (bytes) => roomIn(kernels, bytes)),
  );
}

/** The model's image is at the beginning of the memory of `kernels`. */
function runModel(
  kernels: Kernels,
  { image, pieceRow }: LoadedModel,
): (texts: readonly string[]) => Float32Array<ArrayBuffer>[] {
  const { buffer } = kernels.memory;
  const [known = 0, namesBytes = 0] = new Uint32Array(buffer, 0, 2);
  const places = placesOf(partsOf(known, namesBytes));
  const at = (name: string) => places.get(name) ?? 0;
  const work = workRoomAfter(image.length);
  const names = image.slice(at("vocabulary"), at("vocabulary") + namesBytes);
  const piecesOf = createWordPieceTokenizer(new TextDecoder().decode(names).split("\n"), maxTextLength);
  const steps = new Float32Array(buffer, at("pieces.steps"), known);
  const placed = new Float32Array(buffer, at("places"), maxTextLength * width);

  const normalized = (y: number, name: string, rows: number) =>
    kernels.normalize(work.x, y, at(`${name}.weight`), at(`${name}.bias`), rows, width);

  const embedded = (all: readonly Numbers[], rows: number) => {
    const x = new Float32Array(buffer, work.x, rows * width);
    // What stands in padding rows must be numbers; it is never read.
    x.fill(0);
    new Float32Array(buffer, work.y, rows * width).fill(0);
    let to = 0;
    for (const numbers of all) {
      for (const [place, piece] of numbers.entries()) {
        const step = steps[piece] ?? 0;
        const [row, beside] = [pieceRow(piece), place * width];
        for (let i = 0; i < width; i++) {
          x[to++] = (row[i] as number) * step + (placed[beside + i] as number);
        }
      }
    }
    normalized(work.y, "embedded", rows);
  };

  const multiplied = (x: number, name: string, y: number, rows: number, columns: number, depth: number) => {
    kernels.quantize(x, work.steps, work.rowSteps, rows, depth);
    const weights = [at(name), at(`${name}.steps`), at(`${name}.bias`)];
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const [steps, rowSteps] = [work.steps + 2 * row * depth, work.rowSteps + 4 * row];
      const count = Math.min(rowsAtOnce, rows - row);
      kernels.multiply(steps, rowSteps, ...weights, y + 4 * row * columns, count, columns, depth);
    }
  };

  const attended = (lengths: Numbers) => {
    let first = 0;
    for (const length of lengths) {
      for (let head = 0; head < heads; head++) {
        const column = 4 * head * (width / heads);
        const [from, to] = [work.wide + first * 12 * width + column, work.y + first * 4 * width + column];
        kernels.attend(from, to, work.keys, work.shares, length);
      }
      first += length;
    }
  };

  const passed = (layer: number, lengths: Numbers, rows: number) => {
    multiplied(work.x, `${layer}.attention`, work.wide, rows, 3 * width, width);
    attended(lengths);
    multiplied(work.y, `${layer}.join`, work.wide, rows, width, width);
    normalized(work.wide, `${layer}.joined`, rows);
    multiplied(work.x, `${layer}.up`, work.wide, rows, inner, width);
    kernels.gelu(work.wide, rows * inner);
    multiplied(work.wide, `${layer}.down`, work.y, rows, width, inner);
    normalized(work.y, `${layer}.done`, rows);
  };

  const read = (all: readonly Numbers[]): Float32Array<ArrayBuffer>[] => {
    const lengths = all.map(({ length }) => length);
    const rows = 4 * Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / 4);
    embedded(all, rows);
    for (let layer = 0; layer < layers; layer++) passed(layer, lengths, rows);
    const x = new Float32Array(buffer, work.x, rows * width);
    let first = 0;
    return lengths.map((length) => {
      const vector = directionOf(x.subarray(first * width, (first + length) * width));
      first += length;
      return vector;
    });
  };

  return (texts) => [...batchesOf(texts.map(piecesOf))].flatMap(read);
}

function* batchesOf(all: readonly Numbers[]): Generator<Numbers[]> {
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

/** Where the rows point on average, at length 1. */
function directionOf(rows: Float32Array): Float32Array<ArrayBuffer> {
  const sum = new Float32Array(width);
  for (let from = 0; from < rows.length; from += width)
    for (let i = 0; i < width; i++) sum[i] = (sum[i] as number) + (rows[from + i] as number);
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
