/**
 * Embeddings of a text's tokens, for late interaction (MaxSim): the score of a document is the sum, over the tokens of a
 * query, of the largest dot product with the document's binary codes (±1), divided by √(bits of a token), at least 0.
 * Punctuation has no token here.
 */
export interface TokenEmbedding {
  /** The vector of the whole text, as from `embed`. */
  readonly vector: Float32Array<ArrayBuffer>;
  /** The binary code of each token, 16 bytes, lowest bit first: stored for documents. */
  readonly codes: Uint8Array<ArrayBuffer>;
  /** 128 numbers per token, used for queries. A vector's length is the token's importance; the lengths add up to 1. */
  readonly tokens: Float32Array<ArrayBuffer>;
}
