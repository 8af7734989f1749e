/** What a new record is trusted, before anybody said whether it helped. */
export const initialConfidence = 0.5;

/** Memories trusted less than this come last, however well they match. */
export const demotedBelow = 0.1;

const steps = {
  helpful: 0.1,
  unhelpful: -0.15,
  // What came of using it says less than a judgement does: other things decide success too.
  succeeded: 0.05,
  failed: -0.08,
};

export type Signal = keyof typeof steps;

/** The trust after one more signal, between 0 and 1. */
export const afterSignal = (confidence: number, signal: Signal): number =>
  exact(Math.min(1, Math.max(0, confidence + steps[signal])));

/** Sums of decimals come out as decimals: 0.6, not 0.6000000000000001. */
const exact = (value: number) => Math.round(value * 1e9) / 1e9;
