import type { RelatedTerms } from "./related-terms.js";
import type { TokenEmbedding } from "./token-embedding.js";

/** Embeds texts: the cosine of two vectors is the semantic similarity of their texts. */
export interface Embedder {
  /** Identifies model and weights: vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** The mean of the model's vectors: binary codes are relative to it. */
  readonly mean: Float32Array;
  /** One vector of length 1 per text. Fails as `unavailable` when the model cannot be loaded. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  /** The same with token embeddings, if the model was trained for them. */
  embedTokens?(texts: readonly string[]): Promise<TokenEmbedding[]>;
  /**
   * An approximate vector in the same space, without loading the model: for queries, never stored. Undefined when no word
   * is known; absent without a table.
   */
  embedStatic?(text: string): Float32Array | undefined;
  /** Related terms, if there is a table of them. */
  relatedTerms?(): RelatedTerms | undefined;
  /** Releases the model; the next call loads it again. */
  close(): Promise<void>;
}
