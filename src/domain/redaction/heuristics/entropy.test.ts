import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entropy } from "./entropy.js";

describe("entropy", () => {
  it("is the number of bits per character", () => {
    expect(entropy("aaaa", 0, 4)).toBe(0);
    expect(entropy("abab", 0, 4)).toBeCloseTo(1);
    expect(entropy("xabcdx", 1, 5)).toBeCloseTo(2);
  });

  it("leaves nothing behind that the next text could see", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        entropy(text, 0, text.length);
        expect(entropy("abab", 0, 4)).toBeCloseTo(1);
      }),
    );
  });
});
