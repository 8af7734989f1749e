import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Memory } from "../../store/memory/memory.js";
import { afterSignal, confidenceByDay, initialConfidence, type Signal } from "./confidence.js";

const signals: Record<Signal, number> = { helpful: 10, unhelpful: -15, succeeded: 5, failed: -8 };
const signal = fc.constantFrom(...(Object.keys(signals) as Signal[]));

describe("afterSignal", () => {
  it("equals the arithmetic of whole hundredths after any sequence of signals", () => {
    fc.assert(
      fc.property(fc.array(signal, { maxLength: 60 }), (sequence) => {
        const confidence = sequence.reduce(afterSignal, initialConfidence);
        const hundredths = sequence.reduce((sum, one) => Math.min(100, Math.max(0, sum + signals[one])), 50);
        expect(confidence).toBe(hundredths / 100);
      }),
    );
  });
});

const memory = (createdAt: string, confidence: number, votes: Partial<Memory["votes"]> = {}): Memory => ({
  id: createdAt,
  project: "p",
  title: "t",
  content: "c",
  outcome: "success",
  confidence,
  tags: [],
  state: "verified",
  source: "explicit",
  author: "a",
  anchors: [],
  evidence: [],
  supersedes: "",
  supersededBy: "",
  reason: "",
  contentKey: "",
  createdAt,
  updatedAt: createdAt,
  votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0, ...votes },
});
const vote = { at: "2026-03-02T10:00:00Z", by: "a", signal: "helpful" as const, confidence: 0.6 };

describe("confidenceByDay", () => {
  it("is the mean of the memories of each day after the votes until then", () => {
    const memories = [
      memory("2026-03-01T08:00:00Z", 0.6, { helpful: 1, cast: [vote] }),
      memory("2026-03-03T08:00:00Z", 0.5),
    ];
    expect(confidenceByDay(memories, ["2026-02-28", "2026-03-01", "2026-03-02", "2026-03-03"])).toEqual([
      { day: "2026-03-01", confidence: 0.5, memories: 1 },
      { day: "2026-03-02", confidence: 0.6, memories: 1 },
      { day: "2026-03-03", confidence: 0.55, memories: 2 },
    ]);
  });

  it("assumes the present confidence where votes have no time", () => {
    const [day] = confidenceByDay([memory("2026-03-01T08:00:00Z", 0.9, { helpful: 4 })], ["2026-03-01"]);
    expect(day?.confidence).toBe(0.9);
  });
});
