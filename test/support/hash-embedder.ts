import { createHash } from "node:crypto";
import type { Embedder } from "../../src/engine/embedder.js";

/** Vectors that follow from the text and mean nothing: the worst that a model can do to a ranking. */
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
  const vector = Float32Array.from({ length: dimensions }, (_, i) => {
    const [byte = 0] = createHash("sha256").update(`${i}:${text}`).digest();
    return byte - 127.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
