import type { Runtime } from "../../../base/runtime.js";
import { withTimeout } from "../../../base/with-timeout.js";
import type { Embedder } from "../../../engine/embedder.js";
import type { VectorStore } from "../../../store/search/vector-store.js";
import { createVectorSearcher, type VectorSearcher } from "./vector-searcher.js";

/**
 * Whether an answer was found by meaning too, and if not, why. `rough`: the model had no vector for the query in time, and a
 * table of what words stand for had to do.
 */
export type MeaningState = "used" | "rough" | "off" | "warming" | "empty" | "unavailable";

/** The query as a vector, and where to look for its like. */
export interface EmbeddedQuery {
  readonly vector: Float32Array;
  readonly view: VectorSearcher;
  /** How far likeness to the vector is to be believed, 0 to 1. */
  readonly trust: number;
}

export interface QueryEmbedding {
  readonly state: MeaningState;
  readonly reason?: string;
  readonly found?: EmbeddedQuery;
}

export interface QueryEmbedder {
  /** The query as a vector: the model's, if it has it within `waitMs`, since nobody waits for a model that is being loaded. */
  read(text: string, waitMs: number): Promise<QueryEmbedding>;
}

/** Of a rough vector; chosen on the tuning sets of `bench/retrieval` (decision 0111). */
const staticSimilarityWeight = 0.8;
const retryAfterMs = 60_000;
const queriesRemembered = 200;

interface Deps {
  readonly embedder: Embedder | undefined;
  readonly vectors: VectorStore;
  readonly runtime: Runtime;
}

export function createQueryEmbedder({ embedder, vectors, runtime }: Deps): QueryEmbedder {
  if (embedder === undefined) return { read: async () => ({ state: "off" }) };
  const view = createVectorSearcher(vectors, embedder);
  const known = new Map<string, Promise<Float32Array | undefined>>();
  let failure: { at: number; reason: string } | undefined;
  const hasFailed = () => failure !== undefined && runtime.now().getTime() - failure.at < retryAfterMs;

  const vectorOf = async (text: string): Promise<Float32Array | undefined> => {
    if (hasFailed()) return undefined;
    const remembered = known.get(text);
    if (remembered) return remembered;
    if (known.size >= queriesRemembered) known.clear();
    const reading = embedder.embed([text]).then(
      ([vector]) => vector,
      (error: unknown) => {
        known.delete(text);
        failure = { at: runtime.now().getTime(), reason: error instanceof Error ? error.message : String(error) };
        return undefined;
      },
    );
    known.set(text, reading);
    return reading;
  };

  const standIn = (text: string, state: MeaningState): QueryEmbedding => {
    const reason = state === "unavailable" ? { reason: failure?.reason ?? "" } : {};
    const vector = embedder.embedStatic?.(text);
    if (vector === undefined) return { state, ...reason };
    return { state: "rough", ...reason, found: { vector, view, trust: staticSimilarityWeight } };
  };

  return {
    async read(text, waitMs) {
      if (view.size === 0 && !(await vectors.hasAny(embedder.model))) return { state: "empty" };
      const following = view.refresh().then(() => "followed" as const);
      const [vector, followed] = await Promise.all([
        withTimeout(vectorOf(text), waitMs, "late" as const),
        withTimeout(following, waitMs, "late" as const),
      ]);
      if (followed === "late") return { state: "warming" };
      if (vector === "late") return standIn(text, "warming");
      if (vector === undefined) return standIn(text, "unavailable");
      return { state: "used", found: { vector, view, trust: 1 } };
    },
  };
}
