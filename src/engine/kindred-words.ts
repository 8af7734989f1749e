/** Words that speak of much the same things: `slow` and `latency`, `wife` and `husband`. */
export interface KindredWords {
  /** The number that a word has among those that are known. A word is named by its token. */
  numberOf(token: string): number | undefined;
  /** For word `nr`: how likely any word of any text is at least as like it as the likest of `others` is, 0 to 1. */
  chancesFor(nr: number): (others: Iterable<number>) => number;
}
