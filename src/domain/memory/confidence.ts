/** The confidence of a new record, before any feedback. */
export const initialConfidence = 0.5;

const steps = {
  helpful: 0.1,
  unhelpful: -0.15,
  // An outcome counts less than a rating, because it depends on other things too.
  succeeded: 0.05,
  failed: -0.08,
};

export type Signal = keyof typeof steps;

/** The confidence after one more signal, between 0 and 1. */
export const afterSignal = (confidence: number, signal: Signal): number =>
  // Without floating-point errors: 0.6, not 0.6000000000000001.
  Math.round(Math.min(1, Math.max(0, confidence + steps[signal])) * 1e9) / 1e9;
