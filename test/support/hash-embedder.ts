import { createHash } from "node:crypto";
import type { Embedder } from "../../src/engine/embedder.js";

/** Random vectors derived from the text's hash: the worst model for a ranking. */
export function hashEmbedder(model = "hash", dimensions = 64): Embedder {
  return {
    model,
    dimensions,
    mean: new Float32Array(dimensions),
    embed: async (texts) => texts.map((text) => vectorOf(text, dimensions)),
    close: async () => {},
  };
}

function vectorOf(text: string, dimensions: number): Float32Array {
  let state = createHash("sha256").update(text).digest().readUInt32LE(0) || 1;
  const vector = Float32Array.from({ length: dimensions }, () => {
    // Xorshift: any deterministic sequence would do.
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state / 4294967296 - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
