import { hiddenSize } from "../../src/engine/minilm-embedder/model-shape.js";
import { codeBytes, tableLevels, writeTable } from "../../src/engine/minilm-embedder/table-file.js";

/** The pieces' vectors as the product reads them: a size each, and two bits for every dimension. */
export function packTable(names: readonly string[], vectors: Float32Array): Uint8Array {
  const codes = new Uint8Array(names.length * codeBytes);
  const sizes = new Float32Array(names.length);
  for (let piece = 0; piece < names.length; piece++) {
    const vector = vectors.subarray(piece * hiddenSize, (piece + 1) * hiddenSize);
    const levels = levelsOf(vector);
    codes.set(packed(levels), piece * codeBytes);
    sizes[piece] = bestSize(vector, levels);
  }
  return writeTable({ names, quads: new Uint8Array(sizes.buffer), codes });
}

/** Two bits for every number of a vector. */
export const codesOf = (vector: Float32Array): Uint8Array => packed(levelsOf(vector));

function packed(levels: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(codeBytes);
  for (const [i, level] of levels.entries()) bytes[i >> 2] = (bytes[i >> 2] as number) | (level << (2 * (i & 3)));
  return bytes;
}

/** The nearest level of each number, with the vector's spread as the unit. */
function levelsOf(vector: Float32Array): number[] {
  const unit = Math.hypot(...vector) / Math.sqrt(vector.length) || 1;
  const turn = ((tableLevels[0] as number) + (tableLevels[1] as number)) / 2;
  return Array.from(vector, (value) => (value < 0 ? 2 : 0) + (Math.abs(value) > turn * unit ? 1 : 0));
}

/** The size at which the levels come nearest to the vector. */
function bestSize(vector: Float32Array, levels: readonly number[]): number {
  let [together, alone] = [0, 1e-12];
  for (const [i, level] of levels.entries()) {
    const value = tableLevels[level] as number;
    together += value * (vector[i] as number);
    alone += value * value;
  }
  return together / alone;
}
