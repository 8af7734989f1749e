import type { Runtime } from "../../../base/runtime.js";
import { withTimeout } from "../../../base/with-timeout.js";
import type { Embedder } from "../../../engine/embedder.js";
import type { VectorStore } from "../../../store/search/vector-store.js";
import { embedNewRecords } from "./embed-documents.js";
import { createVectorSearcher, type VectorSearcher } from "./vector-searcher.js";

/**
 * Whether semantic search was used, and if not, why. `rough`: the model had no vector for the query in time, so static
 * embeddings were used.
 */
export type MeaningState = "used" | "rough" | "off" | "warming" | "empty" | "unavailable";

/** The query's vector and the searcher for similar ones. */
export interface EmbeddedQuery {
  readonly vector: Float32Array;
  /** MaxSim of the query with documents, by document; absent for static embeddings. */
  readonly scoreTokens?: (docIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  readonly searcher: VectorSearcher;
}

export interface QueryEmbedding {
  readonly state: MeaningState;
  readonly reason?: string;
  readonly embedded?: EmbeddedQuery;
}

export interface QueryEmbedder {
  /**
   * Embeds the query with the model within `waitMs`, else statically: a search must not wait while the model loads.
   * Records that were just written are embedded first, within `recordsWaitMs`; 0 leaves them to the background.
   */
  embed(text: string, waitMs: number, recordsWaitMs: number): Promise<QueryEmbedding>;
}

const retryAfterMs = 60_000;
const maxCachedQueries = 200;

interface Deps {
  readonly embedder: Embedder | undefined;
  readonly vectors: VectorStore;
  readonly runtime: Runtime;
}

export function createQueryEmbedder({ embedder, vectors, runtime }: Deps): QueryEmbedder {
  if (embedder === undefined) return { embed: async () => ({ state: "off" }) };
  const searcher = createVectorSearcher(vectors, embedder);
  const cache = new Map<string, Promise<QueryVectors | undefined>>();
  let failure: { at: number; reason: string } | undefined;
  const hasFailed = () => failure !== undefined && runtime.now().getTime() - failure.at < retryAfterMs;

  const vectorsOf = async (text: string): Promise<QueryVectors | undefined> => {
    if (hasFailed()) return undefined;
    const cached = cache.get(text);
    if (cached) return cached;
    if (cache.size >= maxCachedQueries) cache.clear();
    const embedding = embedOne(embedder, text).catch((error: unknown) => {
      cache.delete(text);
      failure = { at: runtime.now().getTime(), reason: error instanceof Error ? error.message : String(error) };
      return undefined;
    });
    cache.set(text, embedding);
    return embedding;
  };

  const embedStatically = (text: string, state: MeaningState): QueryEmbedding => {
    const reason = state === "unavailable" ? { reason: failure?.reason ?? "" } : {};
    const vector = embedder.embedStatic?.(text);
    if (vector === undefined) return { state, ...reason };
    return { state: "rough", ...reason, embedded: { vector, searcher } };
  };

  let embeddingRecords: Promise<void> | undefined;
  /** Searches at the same time share the work. A failure is reported by the query's own embedding. */
  const embedRecords = async (maxWaitMs: number): Promise<void> => {
    if (maxWaitMs === 0 || hasFailed()) return;
    embeddingRecords ??= embedNewRecords(vectors, embedder)
      .catch(() => {})
      .finally(() => {
        embeddingRecords = undefined;
      });
    await withTimeout(embeddingRecords, maxWaitMs, undefined);
  };

  /** Reads only the stored tokens of these documents. */
  const scoreBy = (query: Float32Array) => async (docIds: readonly number[]) => {
    const stored = [...(await vectors.readTokens(embedder.model, docIds))];
    const documents = stored.map(([, tokens]) => tokens);
    const scores = embedder.tokens?.score(query, documents) ?? [];
    return new Map(stored.map(([docId], i) => [docId, scores[i] ?? 0]));
  };

  return {
    async embed(text, waitMs, recordsWaitMs) {
      if (embedder.canRead?.(text) === false) return { state: "off" };
      await embedRecords(recordsWaitMs);
      if (searcher.size === 0 && !(await vectors.hasAny(embedder.model))) return { state: "empty" };
      const refreshing = searcher.refresh().then(() => "refreshed" as const);
      const [queryVectors, refreshed] = await Promise.all([
        withTimeout(vectorsOf(text), waitMs, "late" as const),
        withTimeout(refreshing, waitMs, "late" as const),
      ]);
      if (refreshed === "late") return { state: "warming" };
      if (queryVectors === "late") return embedStatically(text, "warming");
      if (queryVectors === undefined) return embedStatically(text, "unavailable");
      const { vector, tokens } = queryVectors;
      const scoreTokens = tokens && { scoreTokens: scoreBy(tokens) };
      return { state: "used", embedded: { vector, ...scoreTokens, searcher } };
    },
  };
}

interface QueryVectors {
  readonly vector: Float32Array;
  readonly tokens?: Float32Array;
}

async function embedOne(embedder: Embedder, text: string): Promise<QueryVectors | undefined> {
  if (embedder.tokens) return (await embedder.tokens.embed([text]))[0];
  const [vector] = await embedder.embed([text]);
  return vector && { vector };
}
