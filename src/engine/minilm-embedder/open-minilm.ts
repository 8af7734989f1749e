import { join } from "node:path";
import type { Embedder } from "../embedder.js";
import { readChecked } from "./checked-file.js";
import { findAdapter, findModel, type ModelFiles, modelName } from "./find-model.js";
import { createMaxSim } from "./max-sim.js";
import { miniLmMean } from "./minilm-mean.js";
import { openModelWorker, toModelInput } from "./model-worker.js";
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

/** all-MiniLM-L6-v2 in a worker thread of its own, started by the first text and stopped when idle. */
export function openMiniLm(options: MiniLmOptions = {}): Embedder {
  const { idleMs, models, files, table } = options;
  const adapter = findAdapter(options.adapter);
  const model = openModelWorker(files ?? (() => findModel(models, undefined, adapter)), idleMs);
  return {
    model: modelName(adapter),
    dimensions: 384,
    mean: miniLmMean,
    embedStatic: embedStaticBy(table),
    canRead: isMostlyLatin,
    embed: model.embed,
    ...(adapter && { tokens: { embed: model.embedTokens, score: createMaxSim() } }),
    close: model.stop,
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
export function isMostlyLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= letters / 2;
}
