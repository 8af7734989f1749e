import { Worker } from "node:worker_threads";
import { AppError } from "../../base/errors.js";
import type { TokenEmbedding } from "../token-embedding.js";
import type { CheckedFile } from "./checked-file.js";
import { embedWorkerCode } from "./embed-worker-code.js";

interface PendingRequest {
  readonly resolve: (embeddings: TokenEmbedding[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The model is not in the worker's heap; only words and short-lived numbers are. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

interface WorkerOptions {
  /** How long an unused model stays in memory. */
  readonly idleMs: number;
  /** At low priority, where the system can say so of a thread. */
  readonly isBackground: boolean;
}

/** The model in a worker thread of its own, started by the first text and stopped after `idleMs` without one. */
export function openModelWorker(file: CheckedFile, { idleMs, isBackground }: WorkerOptions) {
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
    const workerData = { file, isBackground };
    const started = new Worker(workerProgram(), { eval: true, workerData, execArgv: [], resourceLimits });
    started.on("message", ({ id, embeddings }: { id: number; embeddings: TokenEmbedding[] }) => {
      pending.get(id)?.resolve(embeddings);
      pending.delete(id);
      scheduleStop();
    });
    started.on("error", fail);
    started.on("exit", () => started === worker && fail(new Error("The worker ended.")));
    return started;
  };

  const embed = async (texts: readonly string[]): Promise<TokenEmbedding[]> => {
    if (texts.length === 0) return [];
    clearTimeout(idleTimer);
    worker ??= start();
    worker.ref();
    const id = ++lastId;
    return await new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker?.postMessage({ id, texts: texts.map(toModelInput) });
    });
  };

  /** After `stop`, the next text starts it again. */
  return { embed, stop };
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
