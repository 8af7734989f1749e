import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../../base/errors.js";
import type { Embedder } from "../embedder.js";
import type { TokenEmbedding } from "../token-embedding.js";
import { readChecked } from "./checked-file.js";
import { embedWorkerCode } from "./embed-worker-code.js";
import { findAdapter, findModel, type ModelFiles, modelName } from "./find-model.js";
import { miniLmMean } from "./minilm-mean.js";
import { openRelatedTermsTable, relatedTermsChecksum } from "./related-terms-table.js";
import { openStaticEmbeddings, staticEmbeddingsChecksum } from "./static-embeddings.js";

export interface MiniLmOptions {
  /** How long an unused model stays in memory. */
  readonly idleMs?: number;
  /** The folder in which the model is kept as it is computed with; without it, every start quantizes it again. */
  readonly models?: string;
  readonly files?: () => ModelFiles;
  /** Path of the static embeddings; without it there is no fallback while the model loads. */
  readonly table?: string;
  /** Path of the related-terms table; without it, reranking by related terms is off. */
  readonly relatedTerms?: string;
  /** Path of the adapter; without it the model is the original. */
  readonly adapter?: string;
}

/** The paths of what is shipped beside the model, in the folder in which it lies. */
export const tablesIn = (folder: string): Required<Pick<MiniLmOptions, "table" | "relatedTerms" | "adapter">> => ({
  adapter: join(folder, "minilm-adapter.bin"),
  table: join(folder, "minilm-table.bin"),
  relatedTerms: join(folder, "minilm-related-terms.bin"),
});

/** The model is not in the worker's heap; what is, are words and short-lived numbers. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

interface Waiting {
  readonly resolve: (embeddings: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** all-MiniLM-L6-v2 in a worker thread of its own, started by the first text and ended when nobody asks for a while. */
export function openMiniLm(options: MiniLmOptions = {}): Embedder {
  const { idleMs = 60_000, models, files, table, relatedTerms } = options;
  const adapter = findAdapter(options.adapter);
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const end = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };
  const fail = (cause: unknown) => {
    for (const { reject } of waiting.values()) reject(unusable(cause));
    waiting.clear();
    worker = undefined;
  };
  const rest = () => {
    if (waiting.size > 0) return;
    // Neither a resting model nor the wait for its end keeps the process alive.
    worker?.unref();
    idle = setTimeout(end, idleMs).unref();
  };

  const start = (): Worker => {
    const workerData = files?.() ?? findModel(models, undefined, adapter);
    // Without what this process was told to load: the worker's program is whole.
    const started = new Worker(workerProgram(), { eval: true, workerData, execArgv: [], resourceLimits });
    started.on("message", ({ id, embeddings }: { id: number; embeddings: unknown }) => {
      waiting.get(id)?.resolve(embeddings);
      waiting.delete(id);
      rest();
    });
    started.on("error", fail);
    started.on("exit", () => started === worker && fail(new Error("The worker ended.")));
    return started;
  };

  const ask = async (texts: readonly string[], byToken: boolean): Promise<unknown> => {
    if (texts.length === 0) return [];
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    const id = ++lastId;
    return await new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker?.postMessage({ id, texts: texts.map(readable), byToken });
    });
  };

  return {
    model: modelName(adapter),
    dimensions: 384,
    mean: miniLmMean,
    embedStatic: embedStaticBy(table),
    relatedTerms: openLazily(relatedTerms, relatedTermsChecksum, openRelatedTermsTable),
    embed: async (texts) => (await ask(texts, false)) as Float32Array[],
    ...(adapter && { embedTokens: async (texts) => (await ask(texts, true)) as TokenEmbedding[] }),
    close: end,
  };
}

function embedStaticBy(path: string | undefined): (text: string) => Float32Array | undefined {
  const table = openLazily(path, staticEmbeddingsChecksum, openStaticEmbeddings);
  return (text) => table()?.(readable(text));
}

/** Reads a table when it is first asked for; where there is none, or a damaged one, there is nothing. */
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

const workerProgram = () => Buffer.from(embedWorkerCode, "base64").toString();

/** 256 pieces are read, and half a character is none. */
const readable = (text: string) => Buffer.from(text.slice(0, 4000), "utf8").toString("utf8");

const unusable = (cause: unknown) =>
  new AppError("unavailable", "The embedding model cannot be loaded.", {
    cause,
    hint: "Reinstall throughline. Until then, search uses keywords only.",
    details: { reason: cause instanceof Error ? cause.message : String(cause) },
  });
