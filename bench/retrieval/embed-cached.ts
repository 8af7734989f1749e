import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "../../src/engine/embedder.js";

/** Caches vectors between runs in the system's temporary folder, because embedding takes most of the time. */
export function embedCached(embedder: Embedder): Embedder {
  const folder = join(tmpdir(), "throughline-bench");
  const file = join(folder, `${embedder.model}.vectors`);
  mkdirSync(folder, { recursive: true });
  const cache = readVectors(file, embedder.dimensions);
  return {
    ...embedder,
    async embed(texts) {
      for (const text of texts) {
        const name = nameOf(text);
        if (cache.has(name)) continue;
        const [vector = new Float32Array()] = await embedder.embed([text]);
        cache.set(name, vector);
        appendFileSync(file, Buffer.concat([Buffer.from(name, "hex"), Buffer.from(vector.slice().buffer)]));
      }
      return texts.map((text) => cache.get(nameOf(text)) ?? new Float32Array());
    },
  };
}

const nameOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

function readVectors(file: string, dimensions: number): Map<string, Float32Array> {
  const cache = new Map<string, Float32Array>();
  if (!existsSync(file)) return cache;
  const bytes = readFileSync(file);
  const size = 16 + dimensions * 4;
  for (let at = 0; at + size <= bytes.length; at += size) {
    const vector = new Float32Array(dimensions);
    Buffer.from(vector.buffer).set(bytes.subarray(at + 16, at + size));
    cache.set(bytes.subarray(at, at + 16).toString("hex"), vector);
  }
  return cache;
}
