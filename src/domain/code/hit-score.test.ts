import { describe, expect, it } from "vitest";
import { hitScore } from "./hit-score.js";

describe("hitScore", () => {
  it("is high for a file far ahead of the second, and low for one far behind the best", () => {
    expect(hitScore(1, [1, 0.4])).toBeGreaterThan(0.85);
    expect(hitScore(1, [1, 0.95])).toBeLessThan(0.5);
    expect(hitScore(0.5, [1, 0.95])).toBeLessThan(0.05);
  });

  it("keeps the order of the files", () => {
    const scores = [0.9, 0.8, 0.7, 0.4].map((score) => hitScore(score, [0.9, 0.8]));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it("is low where even the best file hardly matches", () => {
    expect(hitScore(0.05, [0.05])).toBeLessThan(0.4 * hitScore(0.6, [0.6]));
    expect(hitScore(0, [])).toBe(0);
  });
});
