import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterSignal, initialConfidence, type Signal } from "./confidence.js";

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
