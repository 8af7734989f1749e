/** One prediction: its confidence, and whether it was right. */
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

/** Bins predictions by confidence: of those with 0.8, eight of ten should be right. */
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

/** Expected calibration error: the mean gap between confidence and accuracy, weighted by bin size. */
export const calibrationError = (bins: readonly Bin[], total: number): number =>
  bins.reduce((sum, bin) => sum + (bin.guesses / total) * Math.abs(bin.confidence - bin.accuracy), 0);
