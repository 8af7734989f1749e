import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headAndTail } from "./head-and-tail.js";

describe("headAndTail", () => {
  it("gives back a short text as it is, however it came in pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }), (pieces) => {
        const kept = headAndTail(20);
        for (const piece of pieces) kept.add(piece);
        expect(kept.text()).toBe(pieces.join(""));
        expect(kept.isCut).toBe(false);
      }),
    );
  });

  it("keeps the beginning and the end of a long text and says how much is missing", () => {
    const kept = headAndTail(3);
    for (const letter of "abcdefghij") kept.add(letter);
    expect(kept.isCut).toBe(true);
    expect(kept.text()).toBe("abc\n[… 4 characters omitted …]\nhij");
  });

  it("never holds more than a few times its size", () => {
    const kept = headAndTail(1000);
    for (let i = 0; i < 1000; i++) kept.add("x".repeat(5000));
    expect(kept.text().length).toBeLessThan(2100);
  });
});
