// The program of a worker thread that holds the model. It answers `{ id, texts }` with `{ id, embeddings }`.
// `npm run generate` bundles it into embed-worker-code.ts, because a bundle is one file.
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckedFile } from "./checked-file.js";
import { openModel } from "./run-minilm.js";

interface WorkerData {
  readonly file: CheckedFile;
  readonly isBackground: boolean;
}

interface Request {
  readonly id: number;
  readonly texts: readonly string[];
}

const { file, isBackground } = workerData as WorkerData;
// Of this thread alone: elsewhere than on Linux it would be the whole process.
if (isBackground && process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
const embed = openModel(file);

parentPort?.on("message", ({ id, texts }: Request) => {
  const embeddings = embed(texts);
  const buffers = embeddings.flatMap(({ vector, codes, tokens }) => [vector.buffer, codes.buffer, tokens.buffer]);
  parentPort?.postMessage({ id, embeddings }, buffers);
});
