import { hiddenSize } from "../../src/engine/minilm-embedder/model-layout.js";
import { codeBytes, tableLevels, writeTable } from "../../src/engine/minilm-embedder/table-file.js";

/** Packs the pieces' vectors for the product: a scale each, and two bits per dimension. */
export function packTable(names: readonly string[], vectors: Float32Array): Uint8Array {
  const codes = new Uint8Array(names.length * codeBytes);
  const scales = new Float32Array(names.length);
  for (let piece = 0; piece < names.length; piece++) {
    const vector = vectors.subarray(piece * hiddenSize, (piece + 1) * hiddenSize);
    const levels = levelsOf(vector);
    codes.set(packed(levels), piece * codeBytes);
    scales[piece] = bestScale(vector, levels);
  }
  return writeTable({ names, quads: new Uint8Array(scales.buffer), codes });
}

/** Two bits per dimension. */
export const codesOf = (vector: Float32Array): Uint8Array => packed(levelsOf(vector));

function packed(levels: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(codeBytes);
  for (const [i, level] of levels.entries()) bytes[i >> 2] = (bytes[i >> 2] as number) | (level << (2 * (i & 3)));
  return bytes;
}

/** The nearest quantization level of each value, in units of the vector's standard deviation. */
function levelsOf(vector: Float32Array): number[] {
  const unit = Math.hypot(...vector) / Math.sqrt(vector.length) || 1;
  const boundary = ((tableLevels[0] as number) + (tableLevels[1] as number)) / 2;
  return Array.from(vector, (value) => (value < 0 ? 2 : 0) + (Math.abs(value) > boundary * unit ? 1 : 0));
}

/** The scale that minimizes the squared error of the levels. */
function bestScale(vector: Float32Array, levels: readonly number[]): number {
  let [dot, squaredNorm] = [0, 1e-12];
  for (const [i, level] of levels.entries()) {
    const value = tableLevels[level] as number;
    dot += value * (vector[i] as number);
    squaredNorm += value * value;
  }
  return dot / squaredNorm;
}
