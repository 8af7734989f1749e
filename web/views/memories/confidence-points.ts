import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import type { ChartPoint } from "../../components/line-chart.js";

/** The confidence of a new memory. */
const initialConfidence = 0.5;

const signalLabels: Readonly<Record<string, string>> = {
  helpful: "helped",
  unhelpful: "did not help",
  succeeded: "a task with it succeeded",
  failed: "a task with it failed",
};

/** The confidence from the first version to now; `isWhole` is false if some votes have no time. */
export function confidencePoints(memory: MemoryDetail, now: number): { points: ChartPoint[]; isWhole: boolean } {
  const { votes, confidence, updatedAt } = memory;
  const cast = votes.cast ?? [];
  const voteCount = votes.helpful + votes.unhelpful + votes.succeeded + votes.failed;
  const isWhole = voteCount === cast.length;
  const first = memory.history.at(-1)?.createdAt ?? memory.createdAt;
  const points: ChartPoint[] = [
    { at: Date.parse(first), value: initialConfidence, about: "recorded" },
    ...cast.map(({ at, signal, by, confidence: value }) => ({
      at: Date.parse(at),
      value,
      about: `${signalLabels[signal] ?? signal}, reported by ${by}`,
      isBad: signal === "unhelpful" || signal === "failed",
    })),
    ...(isWhole ? [] : [{ at: Date.parse(updatedAt), value: confidence }]),
  ];
  const ordered = points.toSorted((a, b) => a.at - b.at);
  return { points: [...ordered, { at: Math.max(now, ordered.at(-1)?.at ?? now), value: confidence }], isWhole };
}
