/**
 * A text by its tokens, for matching token by token (MaxSim): the score of a document is the sum, over the tokens of a
 * question, of the largest dot product with the document's signs, divided by √(bits of a token) and at least 0.
 * Punctuation has no token here.
 */
export interface TokenEmbedding {
  /** The whole text, as `embed` gives it. */
  readonly vector: Float32Array<ArrayBuffer>;
  /** The signs of each token, 16 bytes, lowest bit first: what is stored of a document. */
  readonly codes: Uint8Array<ArrayBuffer>;
  /** The 128 numbers of each token, as long as the token is important; the lengths add up to 1: what a question asks with. */
  readonly tokens: Float32Array<ArrayBuffer>;
}
