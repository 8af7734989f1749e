import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder, TokenMatching } from "../../src/engine/embedder.js";
import type { TokenEmbedding } from "../../src/engine/token-embedding.js";

const bytesPerToken = 16;
const numbersPerToken = 8 * bytesPerToken;

/** Caches embeddings between runs in the system's temporary folder, because embedding takes most of the time. */
export function embedCached(embedder: Embedder): Embedder {
  const { tokens } = embedder;
  if (tokens === undefined) return embedder;
  const embed = cached(embedder, tokens);
  return {
    ...embedder,
    embed: async (texts) => (await embed(texts)).map(({ vector }) => vector),
    tokens: { ...tokens, embed },
  };
}

function cached({ model, dimensions }: Embedder, tokens: TokenMatching): TokenMatching["embed"] {
  const folder = join(tmpdir(), "throughline-bench");
  const file = join(folder, `${model}.tokens`);
  mkdirSync(folder, { recursive: true });
  const cache = readCache(file, dimensions);
  return async (texts) => {
    for (const text of texts) {
      const name = nameOf(text);
      if (cache.has(name)) continue;
      const [embedding] = await tokens.embed([text]);
      if (embedding === undefined) continue;
      const entry = encode(name, embedding);
      appendFileSync(file, entry);
      cache.set(name, entry);
    }
    return texts.flatMap((text) => {
      const entry = cache.get(nameOf(text));
      return entry ? [decode(entry, dimensions)] : [];
    });
  };
}

const nameOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Name, number of tokens, vector, codes; and of each token its scale and 128 signed bytes. */
function encode(name: string, { vector, codes, tokens }: TokenEmbedding): Buffer {
  const count = codes.length / bytesPerToken;
  const scales = new Float32Array(count);
  const int8 = new Int8Array(tokens.length);
  for (let token = 0; token < count; token++) {
    const numbers = tokens.subarray(token * numbersPerToken, (token + 1) * numbersPerToken);
    const scale = numbers.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-9) / 127;
    scales[token] = scale;
    int8.set(
      Array.from(numbers, (value) => Math.round(value / scale)),
      token * numbersPerToken,
    );
  }
  const head = Buffer.alloc(20);
  head.write(name, "hex");
  head.writeUInt32LE(count, 16);
  return Buffer.concat([head, bytesOf(vector), codes, bytesOf(scales), bytesOf(int8)]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength);

function decode(entry: Buffer, dimensions: number): TokenEmbedding {
  const count = entry.readUInt32LE(16);
  let at = 20;
  const take = (length: number) => {
    at += length;
    return new Uint8Array(entry.subarray(at - length, at));
  };
  const vector = new Float32Array(take(4 * dimensions).buffer);
  const codes = take(bytesPerToken * count);
  const scales = new Float32Array(take(4 * count).buffer);
  const int8 = new Int8Array(take(numbersPerToken * count).buffer);
  const tokens = Float32Array.from(int8, (value, i) => value * (scales[Math.floor(i / numbersPerToken)] ?? 0));
  return { vector, codes, tokens };
}

function readCache(file: string, dimensions: number): Map<string, Buffer> {
  const cache = new Map<string, Buffer>();
  if (!existsSync(file)) return cache;
  const bytes = readFileSync(file);
  for (let at = 0; at + 20 <= bytes.length; ) {
    const count = bytes.readUInt32LE(at + 16);
    const size = 20 + 4 * dimensions + count * (bytesPerToken + 4 + numbersPerToken);
    cache.set(bytes.subarray(at, at + 16).toString("hex"), bytes.subarray(at, at + size));
    at += size;
  }
  return cache;
}
