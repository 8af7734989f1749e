/** One guess: how sure it was, and whether it was right. */
export interface Guess {
  readonly confidence: number;
  readonly isRight: boolean;
}

export interface Bin {
  readonly from: number;
  readonly guesses: number;
  readonly confidence: number;
  readonly accuracy: number;
}

const edges = [0, 0.5, 0.7, 0.8, 0.9];

/** Guesses of similar confidence together: of those that say 0.8, eight of ten should be right. */
export function reliability(guesses: readonly Guess[]): Bin[] {
  return edges
    .map((from, i) => {
      const inside = guesses.filter(({ confidence }) => confidence >= from && confidence < (edges[i + 1] ?? 2));
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
      return {
        from,
        guesses: inside.length,
        confidence: mean(inside.map(({ confidence }) => confidence)),
        accuracy: mean(inside.map(({ isRight }) => Number(isRight))),
      };
    })
    .filter((bin) => bin.guesses > 0);
}

/** Mean distance between what was claimed and what came true, weighted by how often. */
export const calibrationError = (bins: readonly Bin[], total: number): number =>
  bins.reduce((sum, bin) => sum + (bin.guesses / total) * Math.abs(bin.confidence - bin.accuracy), 0);
