import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "./estimate-tokens.js";

describe("estimateTokens", () => {
  it("is 0 for an empty text and grows with the text", () => {
    expect(estimateTokens("")).toBe(0);
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => estimateTokens(`${a}\n${b}`) >= estimateTokens(a)));
  });

  it("is close to a real tokenizer's count on prose, code and data", () => {
    // Counts of a widely used byte pair encoding of one hundred thousand tokens.
    const samples: [string, number][] = [
      ["The quick brown fox jumps over the lazy dog.", 10],
      ["Table-driven tests with subtests give better coverage and clearer failures.", 13],
      ["export function openConnectionPool(limit: number) {\n  return { limit };\n}\n", 16],
      ['{"open":["a.ts"],"count":12345}', 11],
    ];
    for (const [text, tokens] of samples) {
      expect(estimateTokens(text) / tokens, text).toBeGreaterThan(0.75);
      expect(estimateTokens(text) / tokens, text).toBeLessThan(1.35);
    }
  });
});
