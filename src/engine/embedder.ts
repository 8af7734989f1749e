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
  /** Token-level matching, if the model was trained for it. */
  readonly tokens?: TokenMatching;
  /**
   * An approximate vector in the same space, without loading the model: for queries, never stored. Undefined when no word
   * is known; absent without a table.
   */
  embedStatic?(text: string): Float32Array | undefined;
  /** False for a query in a script that the model was not trained on: its vector would be noise. Absent: reads all. */
  canRead?(text: string): boolean;
  /** The same for work that nobody waits for: questions do not queue behind it. Absent: the same as this one. */
  readonly background?: Embedder;
  /** Releases the model; the next call loads it again. */
  close(): Promise<void>;
}

export interface TokenMatching {
  /** As `embed`, with the embeddings of the text's tokens. */
  embed(texts: readonly string[]): Promise<TokenEmbedding[]>;
  /** MaxSim of a query's tokens with the binary codes of each document, 0 to about 1. */
  score(tokens: Float32Array, documents: readonly Uint8Array[]): number[];
}
