import type { Memory } from "../../store/memory/memory.js";

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

/** The mean confidence of all memories at the end of each day, without the days before the first memory. */
export const confidenceByDay = (memories: readonly Memory[], days: readonly string[]) =>
  days.flatMap((day) => {
    const values = memories
      .filter(({ createdAt }) => createdAt.slice(0, 10) <= day)
      .map((memory) => confidenceAt(memory, day));
    const sum = values.reduce((total, value) => total + value, 0);
    return values.length === 0 ? [] : [{ day, confidence: sum / values.length, memories: values.length }];
  });

/** Votes that were only counted have no time: then it is the confidence of now. */
function confidenceAt({ votes, confidence }: Memory, day: string): number {
  const { cast = [], helpful, unhelpful, succeeded, failed } = votes;
  const last = cast.findLast(({ at }) => at.slice(0, 10) <= day);
  if (last) return last.confidence;
  return helpful + unhelpful + succeeded + failed === cast.length ? initialConfidence : confidence;
}
