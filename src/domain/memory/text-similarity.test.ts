import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentKey, estimateJaccard, minHash, similarity } from "./text-similarity.js";

const lesson = "Close the pool before the process ends, otherwise connections leak and the next start fails.";

describe("contentKey", () => {
  it("is the same whatever the case, spacing and punctuation", () => {
    expect(contentKey("Close pools", "At the end.")).toBe(contentKey("CLOSE  pools!", "at\nthe end"));
    expect(contentKey("Close pools", "At the end.")).not.toBe(contentKey("Close pools", "At the start."));
  });
});

describe("estimateJaccard", () => {
  it("is high after a few words changed, and low for another text", () => {
    const sketch = minHash("", lesson);
    expect(estimateJaccard(sketch, minHash("", lesson.replace("otherwise", "or")))).toBeGreaterThan(0.8);
    expect(estimateJaccard(sketch, minHash("", "Use table-driven tests for everything in Go."))).toBeLessThan(0.2);
  });

  it("is 1 for a text and itself", () => {
    fc.assert(fc.property(fc.string(), (text) => estimateJaccard(minHash("", text), minHash("", text)) === 1));
  });
});

describe("similarity", () => {
  it("is symmetric and between 0 and 1", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(similarity(a, b)).toBe(similarity(b, a));
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
