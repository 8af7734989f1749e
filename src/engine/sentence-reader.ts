/** Reads sentences for what they say. Every method fails as `unavailable` when the model cannot be loaded. */
export interface SentenceReader {
  /**
   * The probability, for each pair, that the later sentence makes the earlier one untrue or finished; 0 where the model
   * does not know the script.
   */
  replaces(pairs: readonly SentencePair[]): Promise<number[]>;
  /** The probability of each class of statements, in the order of the training, for each sentence. */
  classify(sentences: readonly SpokenSentence[]): Promise<(readonly number[])[]>;
  /** Releases the model; the next call loads it again. */
  close(): Promise<void>;
}

/** A reader, and a vector by which it is asked only about sentences that are about the same. */
export interface SentenceReading {
  readonly reader: SentenceReader;
  /** An approximate vector of length 1. */
  embed(text: string): Float32Array | undefined;
}

export interface SentencePair {
  readonly old: string;
  readonly later: string;
}

export interface SpokenSentence {
  readonly by: "person" | "agent";
  readonly text: string;
}
