import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../../base/errors.js";
import type { Embedder } from "../embedder.js";
import type { TokenEmbedding } from "../token-embedding.js";
import { readChecked } from "./checked-file.js";
import { embedWorkerCode } from "./embed-worker-code.js";
import { findAdapter, findModel, type ModelFiles, modelName } from "./find-model.js";
import { createMaxSim } from "./max-sim.js";
import { miniLmMean } from "./minilm-mean.js";
import { openStaticEmbeddings, staticEmbeddingsChecksum } from "./static-embeddings.js";

export interface MiniLmOptions {
  /** How long an unused model stays in memory. */
  readonly idleMs?: number;
  /** The folder in which the quantized model is cached; without it, every start quantizes it again. */
  readonly models?: string;
  readonly files?: () => ModelFiles;
  /** Path of the static embeddings; without it there is no fallback while the model loads. */
  readonly table?: string;
  /** Path of the adapter; without it the model is the original. */
  readonly adapter?: string;
}

/** The paths of the files shipped with the model. */
export const tablesIn = (folder: string): Required<Pick<MiniLmOptions, "table" | "adapter">> => ({
  adapter: join(folder, "minilm-adapter.bin"),
  table: join(folder, "minilm-table.bin"),
});

/** The model is not in the worker's heap; only words and short-lived numbers are. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

interface PendingRequest {
  readonly resolve: (embeddings: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** all-MiniLM-L6-v2 in a worker thread of its own, started by the first text and stopped when idle. */
export function openMiniLm(options: MiniLmOptions = {}): Embedder {
  const { idleMs = 60_000, models, files, table } = options;
  const adapter = findAdapter(options.adapter);
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  const pending = new Map<number, PendingRequest>();

  const stop = async () => {
    clearTimeout(idleTimer);
    const ending = worker;
    worker = undefined;
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
    const workerData = files?.() ?? findModel(models, undefined, adapter);
    // Without this process's `--import` flags: the worker's program is self-contained.
    const started = new Worker(workerProgram(), { eval: true, workerData, execArgv: [], resourceLimits });
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
    model: modelName(adapter),
    dimensions: 384,
    mean: miniLmMean,
    embedStatic: embedStaticBy(table),
    canRead: isMostlyLatin,
    embed: async (texts) => (await request(texts, false)) as Float32Array[],
    ...(adapter && {
      tokens: { embed: async (texts) => (await request(texts, true)) as TokenEmbedding[], score: createMaxSim() },
    }),
    close: stop,
  };
}

function embedStaticBy(path: string | undefined): (text: string) => Float32Array | undefined {
  const table = openLazily(path, staticEmbeddingsChecksum, openStaticEmbeddings);
  return (text) => table()?.(toModelInput(text));
}

/** Reads a table on first use; undefined if it is missing or damaged. */
function openLazily<T>(path: string | undefined, sha256: string, open: (bytes: Uint8Array) => T): () => T | undefined {
  let opened: { readonly table: T | undefined } | undefined;
  const read = (): T | undefined => {
    try {
      return path === undefined ? undefined : open(readChecked({ path, sha256 }));
    } catch {
      return undefined;
    }
  };
  return () => {
    opened ??= { table: read() };
    return opened.table;
  };
}

/** The model was trained on English; it reads related languages a little, other scripts not at all. */
function isMostlyLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= letters / 2;
}

const workerProgram = () => Buffer.from(embedWorkerCode, "base64").toString();

/** Cut to more than the model reads (256 word pieces), without lone surrogates. */
const toModelInput = (text: string) => Buffer.from(text.slice(0, 4000), "utf8").toString("utf8");

const modelError = (cause: unknown) =>
  new AppError("unavailable", "The embedding model cannot be loaded.", {
    cause,
    hint: "Reinstall throughline. Until then, search uses keywords only.",
    details: { reason: cause instanceof Error ? cause.message : String(cause) },
  });
