// The program of the worker thread that holds the model. It answers `{ id, texts }` with `{ id, embeddings }`,
// which are vectors, with tokens as well if `byToken` is set.
// `npm run generate` bundles it into embed-worker-code.ts, because a bundle is one file.
import { parentPort, workerData } from "node:worker_threads";
import type { ModelFiles } from "./find-model.js";
import { openModel } from "./run-minilm.js";

const { embed, embedTokens } = openModel(workerData as ModelFiles);

interface Request {
  readonly id: number;
  readonly texts: readonly string[];
  readonly byToken: boolean;
}

parentPort?.on("message", ({ id, texts, byToken }: Request) => {
  if (byToken) {
    const embeddings = embedTokens(texts);
    const buffers = embeddings.flatMap(({ vector, codes, tokens }) => [vector.buffer, codes.buffer, tokens.buffer]);
    parentPort?.postMessage({ id, embeddings }, buffers);
    return;
  }
  const embeddings = embed(texts);
  parentPort?.postMessage(
    { id, embeddings },
    embeddings.map(({ buffer }) => buffer),
  );
});
