import type { RelatedTerms } from "./related-terms.js";
import type { TokenEmbedding } from "./token-embedding.js";

/** Turns texts into vectors whose angle says how alike the texts are in meaning. */
export interface Embedder {
  /** Names model and weights: vectors of different identities are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** The middle of what the model gives: signs are taken relative to it. */
  readonly mean: Float32Array;
  /** One vector of length 1 per text. Fails as `unavailable` when the model cannot be loaded. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  /** The same, token by token as well, where the model was trained for it. */
  embedTokens?(texts: readonly string[]): Promise<TokenEmbedding[]>;
  /**
   * A rough vector of the same space at once, without the model: for questions, never to be kept. Nothing where the text
   * tells nothing or there is no such table.
   */
  embedStatic?(text: string): Float32Array | undefined;
  /** Words that speak of the same, where there is a table of them. */
  relatedTerms?(): RelatedTerms | undefined;
  /** Lets go of the model; the next call loads it again. */
  close(): Promise<void>;
}
