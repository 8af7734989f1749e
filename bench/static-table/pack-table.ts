import { width } from "../../src/engine/minilm-embedder/model-shape.js";
import { tableLevels, tableParts } from "../../src/engine/minilm-embedder/piece-table.js";

/** The pieces' vectors as the product reads them: a size each, and two bits for every dimension. */
export function packTable(names: readonly string[], vectors: Float32Array): Uint8Array {
  const text = Buffer.from(names.join("\n"));
  const parts = tableParts(names.length, text.length);
  const table = new Uint8Array(parts.end);
  new Uint32Array(table.buffer, 0, 2).set([names.length, text.length]);
  table.set(text, parts.names);
  const sizes = new Float32Array(table.buffer, parts.sizes, names.length);
  for (let piece = 0; piece < names.length; piece++) {
    const vector = vectors.subarray(piece * width, (piece + 1) * width);
    const codes = codesOf(vector);
    for (const [i, code] of codes.entries()) {
      const at = parts.codes + (piece * width + i) / 4;
      table[Math.floor(at)] = (table[Math.floor(at)] as number) | (code << (2 * (i & 3)));
    }
    sizes[piece] = bestSize(vector, codes);
  }
  return table;
}

/** The nearest level of each number, with the vector's spread as the unit. */
function codesOf(vector: Float32Array): number[] {
  const unit = Math.hypot(...vector) / Math.sqrt(vector.length) || 1;
  const turn = ((tableLevels[0] as number) + (tableLevels[1] as number)) / 2;
  return Array.from(vector, (value) => (value < 0 ? 2 : 0) + (Math.abs(value) > turn * unit ? 1 : 0));
}

/** The size at which the levels come nearest to the vector. */
function bestSize(vector: Float32Array, codes: readonly number[]): number {
  let [together, alone] = [0, 1e-12];
  for (const [i, code] of codes.entries()) {
    const level = tableLevels[code] as number;
    together += level * (vector[i] as number);
    alone += level * level;
  }
  return together / alone;
}
