import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headAndTail } from "./head-and-tail.js";

describe("headAndTail", () => {
  it("returns a short text unchanged, however it was split", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }), (pieces) => {
        const excerpt = headAndTail(20);
        for (const piece of pieces) excerpt.add(piece);
        expect(excerpt.text()).toBe(pieces.join(""));
        expect(excerpt.isCut).toBe(false);
      }),
    );
  });

  it("keeps the beginning and the end of a long text and reports how much is missing", () => {
    const excerpt = headAndTail(3);
    for (const character of "abcdefghij") excerpt.add(character);
    expect(excerpt.isCut).toBe(true);
    expect(excerpt.text()).toBe("abc\n[… 4 characters omitted …]\nhij");
  });

  it("never stores more than a few times its size", () => {
    const excerpt = headAndTail(1000);
    for (let i = 0; i < 1000; i++) excerpt.add("x".repeat(5000));
    expect(excerpt.text().length).toBeLessThan(2100);
  });
});
