import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterSignal, initialConfidence, type Signal, trustWeight } from "./confidence.js";

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

describe("trustWeight", () => {
  it("never falls when trust grows", () => {
    const trust = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(fc.property(trust, trust, (a, b) => trustWeight(Math.min(a, b)) <= trustWeight(Math.max(a, b))));
  });

  it("puts a distrusted record behind any trusted one that matches a quarter as well", () => {
    expect(trustWeight(0.09)).toBeLessThan(trustWeight(0.1) / 4);
  });
});
