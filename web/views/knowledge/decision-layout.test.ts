import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOut } from "./decision-layout.js";

describe("layOut", () => {
  it("puts what was superseded to the left of what took its place", () => {
    const spots = layOut([
      { newer: 3, older: 1 },
      { newer: 5, older: 3 },
    ]);
    expect(spots.map(({ id, column }) => [id, column])).toEqual([
      [1, 0],
      [3, 1],
      [5, 2],
    ]);
  });

  it("gives every decision a place of its own, circles included", () => {
    const link = fc.record({ newer: fc.integer({ min: 1, max: 12 }), older: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 30 }), (links) => {
        const places = layOut(links).map(({ column, row }) => `${column} ${row}`);
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });
});
