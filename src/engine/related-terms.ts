/** Words that speak of much the same things: `slow` and `latency`, `wife` and `husband`. */
export interface RelatedTerms {
  /** The number that a word has among those that are known. A word is named by its token. */
  idOf(token: string): number | undefined;
  /** For word `termId`: how likely any word of any text is at least as like it as the most similar of `others` is, 0 to 1. */
  chancesFor(termId: number): (others: Iterable<number>) => number;
}
