import { Worker } from "node:worker_threads";
import { AppError } from "../../base/errors.js";
import type { TokenEmbedding } from "../token-embedding.js";
import { embedWorkerCode } from "./embed-worker-code.js";
import type { ModelFiles } from "./find-model.js";

interface PendingRequest {
  readonly resolve: (embeddings: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The model is not in the worker's heap; only words and short-lived numbers are. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** The model in a worker thread of its own, started by the first text and stopped after `idleMs` without one. */
export function openModelWorker(files: () => ModelFiles, idleMs = 60_000) {
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  const pending = new Map<number, PendingRequest>();

  const stop = async () => {
    clearTimeout(idleTimer);
    const ending = worker;
    fail(new Error("The model was stopped."));
    await ending?.terminate();
  };
  const fail = (cause: unknown) => {
    for (const { reject } of pending.values()) reject(modelError(cause));
    pending.clear();
    worker = undefined;
  };
  const scheduleStop = () => {
    if (pending.size > 0) return;
    // Neither an idle model nor its timer keeps the process alive.
    worker?.unref();
    idleTimer = setTimeout(stop, idleMs).unref();
  };

  const start = (): Worker => {
    // Without this process's `--import` flags: the worker's program is self-contained.
    const started = new Worker(workerProgram(), { eval: true, workerData: files(), execArgv: [], resourceLimits });
    started.on("message", ({ id, embeddings }: { id: number; embeddings: unknown }) => {
      pending.get(id)?.resolve(embeddings);
      pending.delete(id);
      scheduleStop();
    });
    started.on("error", fail);
    started.on("exit", () => started === worker && fail(new Error("The worker ended.")));
    return started;
  };

  const request = async (texts: readonly string[], byToken: boolean): Promise<unknown> => {
    if (texts.length === 0) return [];
    clearTimeout(idleTimer);
    worker ??= start();
    worker.ref();
    const id = ++lastId;
    return await new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker?.postMessage({ id, texts: texts.map(toModelInput), byToken });
    });
  };

  return {
    embed: async (texts: readonly string[]): Promise<Float32Array[]> => (await request(texts, false)) as Float32Array[],
    embedTokens: async (texts: readonly string[]): Promise<TokenEmbedding[]> =>
      (await request(texts, true)) as TokenEmbedding[],
    /** The next text starts it again. */
    stop,
  };
}

const workerProgram = () => Buffer.from(embedWorkerCode, "base64").toString();

/** Cut to more than the model reads (256 word pieces), without lone surrogates. */
export const toModelInput = (text: string) => Buffer.from(text.slice(0, 4000), "utf8").toString("utf8");

const modelError = (cause: unknown) =>
  new AppError("unavailable", "The embedding model cannot be loaded.", {
    cause,
    hint: "Reinstall throughline. Until then, search uses keywords only.",
    details: { reason: cause instanceof Error ? cause.message : String(cause) },
  });
