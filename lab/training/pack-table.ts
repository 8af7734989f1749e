import { hiddenSize } from "../../src/engine/minilm-embedder/model-layout.js";
import { codeBytes, tableLevels, writeTable } from "../../src/engine/minilm-embedder/table-file.js";

/** Packs the vectors of the WordPiece tokens for the product: one scale per token, and two bits per dimension. */
export function packTable(names: readonly string[], vectors: Float32Array): Uint8Array {
  const codes = new Uint8Array(names.length * codeBytes);
  const scales = new Float32Array(names.length);
  for (let token = 0; token < names.length; token++) {
    const vector = vectors.subarray(token * hiddenSize, (token + 1) * hiddenSize);
    const levels = levelsOf(vector);
    codes.set(pack(levels), token * codeBytes);
    scales[token] = bestScale(vector, levels);
  }
  return writeTable({ names, quads: new Uint8Array(scales.buffer), codes });
}

function pack(levels: readonly number[]): Uint8Array {
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
