// The program of the worker thread that holds the model. It answers `{ id, texts }` with `{ id, vectors }`.
// `npm run generate` puts it into one text beside, because a bundle is one file.
import { parentPort, workerData } from "node:worker_threads";
import type { ModelFiles } from "./find-model.js";
import { openModel } from "./run-minilm.js";

const embed = openModel(workerData as ModelFiles);

parentPort?.on("message", ({ id, texts }: { id: number; texts: readonly string[] }) => {
  const vectors = embed(texts);
  parentPort?.postMessage(
    { id, vectors },
    vectors.map(({ buffer }) => buffer),
  );
});
