/** Terms with related meanings, such as `slow` and `latency`. */
export interface RelatedTerms {
  /** The id of a token in the table. */
  idOf(token: string): number | undefined;
  /** The chance, 0 to 1, that any word of any text is at least as similar to the term as the most similar of `others`. */
  chancesFor(termId: number): (others: Iterable<number>) => number;
}
