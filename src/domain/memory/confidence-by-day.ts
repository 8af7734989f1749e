import type { Memory } from "../../store/memory/memory.js";
import { initialConfidence } from "./confidence.js";

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
