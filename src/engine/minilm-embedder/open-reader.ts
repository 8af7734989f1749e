import { logistic, softmax } from "../../base/probability.js";
import type { SentenceReader } from "../sentence-reader.js";
import { readChecked } from "./checked-file.js";
import { findAdapter, findModel } from "./find-model.js";
import { openModelWorker } from "./model-worker.js";
import { isMostlyLatin } from "./open-minilm.js";
import { openWeights } from "./weights.js";

/** Texts at once: a batch that is answered in well under a second. */
const batchSize = 32;

/** MiniLM with an adapter that was trained to read sentences; undefined where the adapter is missing. */
export function openReader(path: string, models?: string): SentenceReader | undefined {
  const adapter = findAdapter(path, "reading");
  if (adapter === undefined) return undefined;
  const model = openModelWorker(() => findModel(models, undefined, adapter));
  let read: Heads | undefined;
  const heads = () => {
    read ??= readHeads(adapter);
    return read;
  };

  /** What a head makes of each text. */
  async function answersTo<T>(texts: readonly string[], answer: (vector: Float32Array) => T): Promise<T[]> {
    const answers: T[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      const vectors = await model.embed(texts.slice(from, from + batchSize));
      answers.push(...vectors.map(answer));
    }
    return answers;
  }

  return {
    async replaces(pairs) {
      const readable = pairs.filter(({ old, later }) => isMostlyLatin(old) && isMostlyLatin(later));
      const { pair } = heads();
      const scores = await answersTo(
        readable.map(({ old, later }) => `${old} [SEP] ${later}`),
        (vector) => logistic(linear(pair, vector)[0] ?? 0),
      );
      const scoreOf = new Map(readable.map((one, i) => [one, scores[i]]));
      return pairs.map((one) => scoreOf.get(one) ?? 0);
    },
    async classify(sentences) {
      const { kinds } = heads();
      return answersTo(
        sentences.map(({ by, text }) => `${by}: ${text}`),
        (vector) => softmax(linear(kinds, vector)),
      );
    },
    close: model.stop,
  };
}

/** Answers that are linear in the vector of a text. */
interface Head {
  /** By answer, then by number of the vector. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

interface Heads {
  readonly pair: Head;
  readonly kinds: Head;
}

function readHeads(adapter: { readonly path: string; readonly sha256: string }): Heads {
  readChecked(adapter);
  const tensors = openWeights(adapter.path);
  const head = (name: string): Head => ({ weights: tensors.read(name), biases: tensors.read(`${name}.bias`) });
  try {
    return { pair: head("pair"), kinds: head("kinds") };
  } finally {
    tensors.close();
  }
}

const linear = ({ weights, biases }: Head, vector: Float32Array): number[] =>
  Array.from(biases, (bias, answer) =>
    vector.reduce((sum, value, i) => sum + value * (weights[answer * vector.length + i] ?? 0), bias),
  );
