/** Compares sentences by what they say. */
export interface SentenceReader {
  /**
   * The probability, for each pair, that the later sentence makes the earlier one untrue or finished; 0 where the model
   * does not know the script. Fails as `unavailable` when the model cannot be loaded.
   */
  replaces(pairs: readonly SentencePair[]): Promise<number[]>;
  /** Releases the model; the next call loads it again. */
  close(): Promise<void>;
}

export interface SentencePair {
  readonly old: string;
  readonly later: string;
}
