import { describe, expect, it } from "vitest";
import { hitScore, topicScore } from "./code-hits.js";

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

describe("topicScore", () => {
  it("is low where the best file has little of the question, in words and in meaning", () => {
    expect(topicScore(0.25, 0, 3)).toBeLessThan(0.4);
    expect(topicScore(0.9, 0, 3)).toBeGreaterThan(0.9);
    expect(topicScore(0.1, 0.2, 3)).toBeGreaterThan(0.8);
  });

  it("expects less of a long text, most of which is about something else", () => {
    expect(topicScore(0.3, 0, 30)).toBeGreaterThan(0.9);
  });
});
