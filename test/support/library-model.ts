import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { originalFiles, quantizeShipped } from "../../scripts/model/make-model.js";
import { sha256 } from "../../src/base/sha256.js";
import { openModel } from "../../src/engine/minilm-embedder/run-minilm.js";

interface LibraryEngine {
  readonly Embedder: new (...files: unknown[]) => { embed(texts: readonly string[]): ArrayLike<number>[] };
}

/** The same model in the engine of `@lat.md/embed`, as the reference. */
export function openLibrary(): (texts: readonly string[]) => Float32Array[] {
  const { weights, tokenizer } = originalFiles;
  const engine = join(import.meta.dirname, "../../node_modules/@lat.md/embed/dist/engine.cjs");
  const { Embedder } = createRequire(import.meta.filename)(engine) as LibraryEngine;
  const config = join(dirname(weights), "config.json");
  const files = [weights, tokenizer, config].map((path) => new Uint8Array(readFileSync(path)));
  const model = new Embedder(...files, 256);
  return (texts) => texts.map((text) => Float32Array.from(model.embed([text])[0] ?? []));
}

/** The model without its adapter in our engine. */
export function openOriginal(): (texts: readonly string[]) => Float32Array[] {
  const folder = mkdtempSync(join(tmpdir(), "throughline-original-"));
  const path = join(folder, "model");
  const bytes = quantizeShipped((weights) => weights);
  writeFileSync(path, bytes);
  const embed = openModel({ path, sha256: sha256(bytes) });
  // It is open; elsewhere than on Windows it may go.
  if (process.platform !== "win32") rmSync(folder, { recursive: true });
  return (texts) => embed(texts).map(({ vector }) => vector);
}
