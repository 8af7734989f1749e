import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { findModel } from "../../src/engine/minilm-embedder/find-model.js";

interface LibraryEngine {
  readonly Embedder: new (...files: unknown[]) => { embed(texts: readonly string[]): ArrayLike<number>[] };
}

/** The same model in the engine of `@lat.md/embed`, as the reference. */
export function openLibrary(): (texts: readonly string[]) => Float32Array[] {
  const { weights, tokenizer } = findModel(undefined, import.meta.filename);
  const engine = join(import.meta.dirname, "../../node_modules/@lat.md/embed/dist/engine.cjs");
  const { Embedder } = createRequire(import.meta.filename)(engine) as LibraryEngine;
  const config = join(dirname(weights.path), "config.json");
  const files = [weights.path, tokenizer.path, config].map((path) => new Uint8Array(readFileSync(path)));
  const model = new Embedder(...files, 256);
  return (texts) => texts.map((text) => Float32Array.from(model.embed([text])[0] ?? []));
}
