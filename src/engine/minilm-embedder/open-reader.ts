import type { SentenceReader } from "../sentence-reader.js";
import { readChecked } from "./checked-file.js";
import { findAdapter, findModel } from "./find-model.js";
import { openModelWorker } from "./model-worker.js";
import { isMostlyLatin } from "./open-minilm.js";
import { openWeights } from "./weights.js";

/** Texts at once: a batch that is answered in well under a second. */
const batchSize = 32;

/** MiniLM with an adapter that was trained on pairs of sentences; undefined where the adapter is missing. */
export function openReader(path: string, models?: string): SentenceReader | undefined {
  const adapter = findAdapter(path, "reading");
  if (adapter === undefined) return undefined;
  const model = openModelWorker(() => findModel(models, undefined, adapter));
  let head: PairHead | undefined;

  return {
    async replaces(pairs) {
      head ??= readHead(adapter);
      const { weights, bias } = head;
      const readable = pairs.filter(({ old, later }) => isMostlyLatin(old) && isMostlyLatin(later));
      const scores = new Map<object, number>();
      for (let from = 0; from < readable.length; from += batchSize) {
        const batch = readable.slice(from, from + batchSize);
        const vectors = await model.embed(batch.map(({ old, later }) => `${old} [SEP] ${later}`));
        for (const [i, vector] of vectors.entries())
          scores.set(batch[i] as object, sigmoid(bias + dot(vector, weights)));
      }
      return pairs.map((pair) => scores.get(pair) ?? 0);
    },
    close: model.stop,
  };
}

interface PairHead {
  readonly weights: Float32Array;
  readonly bias: number;
}

function readHead(adapter: { readonly path: string; readonly sha256: string }): PairHead {
  readChecked(adapter);
  const tensors = openWeights(adapter.path);
  try {
    return { weights: tensors.read("pair"), bias: tensors.read("pair.bias")[0] ?? 0 };
  } finally {
    tensors.close();
  }
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
