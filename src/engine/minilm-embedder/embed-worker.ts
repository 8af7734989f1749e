/**
 * The program of the worker thread that holds the model. It is text because a bundle is one file: it loads nothing but
 * Node's own modules and the engine whose path it is given. It answers `{ id, texts }` with `{ id, vectors }`.
 */
export const embedWorker = `
const { parentPort, workerData } = require("node:worker_threads");
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");

function read({ path, sha256 }) {
  const bytes = readFileSync(path);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) throw new Error(path + " is damaged or another version: its sha256 is " + found);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

const { engine, weights, tokenizer, config, maxTokens } = workerData;
const { Embedder } = require(engine);
const model = new Embedder(read(weights), read(tokenizer), read(config), maxTokens);

parentPort.on("message", ({ id, texts }) => {
  const vectors = texts.map((text) => Float32Array.from(model.embed([text])[0]));
  parentPort.postMessage({ id, vectors }, vectors.map((vector) => vector.buffer));
});
`;
